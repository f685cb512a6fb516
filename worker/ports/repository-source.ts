/**
 * Where the files of a repository come from, as a stream in the source's own order. Nothing is held but the entry at
 * hand; an entry that is not read is skipped over.
 */

export interface SourceEntry {
  /** As written in the source, separators `/`, a leading `./` removed. Checked for safety by the adapter. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'special';
  /** Declared size in bytes. Not to be trusted: `read` enforces its own limit. */
  readonly size: number;
  readonly linkTarget: string | undefined;
  /** What a special entry is, for a person: `hard link`, `named pipe`, `sparse file`; undefined for every other kind. */
  readonly specialKind: string | undefined;
  /**
   * The whole content, or undefined when it is over `maxBytes`. At most once, and before the next entry is asked for.
   * @throws AppError `archive_invalid` when the bytes end early or do not match their checksum.
   */
  read(maxBytes: number): Promise<Uint8Array | undefined>;
}

export interface SourceLimits {
  /** Bytes unpacked in all before the source is refused as a bomb. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes over packed bytes, judged once 16 MB are unpacked. */
  readonly maxRatio: number;
  /** Entries of every kind. */
  readonly maxEntries: number;
}

export interface RepositorySource {
  /** What the source says of its own commit (a tar's pax comment), known once `entries` has ended. */
  commit(): string | undefined;
  /**
   * Every entry once. Ends early when iteration is stopped.
   * @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`, each with what was found in `details`.
   */
  entries(): AsyncIterable<SourceEntry>;
}
