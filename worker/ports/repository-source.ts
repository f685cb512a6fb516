/** The files of a repository, as a stream in the source's own order. Only the current entry is in memory; unread entries are skipped. */

export interface SourceEntry {
  /** As written in the source, with `/` as separator and without a leading `./`. Checked for safety by the adapter. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'special';
  /** Declared size in bytes. Not to be trusted: `read` enforces its own limit. */
  readonly size: number;
  readonly linkTarget: string | undefined;
  /** Description of a special entry: `hard link`, `named pipe`, `sparse file`; undefined for every other kind. */
  readonly specialKind: string | undefined;
  /**
   * The whole content, or undefined if it exceeds `maxBytes`. Call it at most once, before requesting the next entry.
   * @throws AppError `archive_invalid` if the bytes end early or do not match their checksum
   */
  read(maxBytes: number): Promise<Uint8Array | undefined>;
}

export interface SourceLimits {
  /** A source that unpacks to more bytes is rejected as a decompression bomb. */
  readonly maxUnpackedBytes: number;
  /** Maximum ratio of unpacked to packed bytes, checked after 16 MB of unpacked bytes. */
  readonly maxRatio: number;
  /** Entries of every kind. */
  readonly maxEntries: number;
}

export interface RepositorySource {
  /** The commit in the source's metadata (a tar's pax comment), known after `entries` has ended. */
  commit(): string | undefined;
  /**
   * Every entry once.
   * @throws AppError `archive_invalid` | `archive_unsafe` | `archive_bomb`, with the values found in `details`
   */
  entries(): AsyncIterable<SourceEntry>;
}
