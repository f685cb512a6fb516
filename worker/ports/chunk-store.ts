/**
 * Files, chunks and symbols of snapshots. Within a scope, content is stored once, however many snapshots contain it; nothing is shared
 * between scopes. A read is limited to one generation of a snapshot.
 */

import type { Chunk, ChunkKind, KeyRun } from '../core/code/chunk.ts';
import type { SpanPosition } from '../core/answers/evidence.ts';
import type { Encoding, FileRole, SkippedFile } from '../core/files/file.ts';
import type { ContentKey, ContentVariant, LocatedMask, ParsedFile } from '../core/code/parsed-file.ts';
import type { Counts, SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';
import type { SymbolDefinition } from '../core/code/symbol.ts';
import type { PartLease, PartInput } from './job-parts.ts';

export interface FileRow {
  readonly path: string;
  readonly role: FileRole;
  /** Folder of its package; absent for the root package. */
  readonly package?: string;
  readonly language: string;
  readonly lines: number;
}

export interface ListedFile extends FileRow {
  /** 0 until the file is parsed. */
  readonly bytes: number;
}

/** A whole file with its unmasked text; `masks` are the secrets in it. */
export interface StoredFile extends FileRow {
  readonly hash: string;
  readonly encoding: Encoding;
  readonly text: string;
  readonly masks: readonly LocatedMask[];
}

/** A stored chunk. Its key is its row in the full-text table. */
export interface ChunkRow extends FileRow {
  readonly key: number;
  /** `GraphNode.rank` of its file; 0 if nothing refers to it or there is no graph. */
  readonly fileRank: number;
  readonly fileHash: string;
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startOffset: number;
  readonly kind: ChunkKind;
  readonly symbol: string | undefined;
  readonly metadata: Chunk['metadata'];
  /** The file's secrets, as offsets into the file. */
  readonly masks: readonly LocatedMask[];
  /** The chunk's unmasked text. */
  readonly raw: string;
  /** Set if the chunk begins or ends within a line that it shares with another chunk. */
  readonly sharesLine?: true;
}

interface FileChunks {
  /** Row of the file. */
  readonly file: number;
  readonly chunks: number;
  /** Undefined if the other snapshot does not have the same file. */
  readonly same: KeyRun | undefined;
}

export interface SymbolRow extends SymbolDefinition {
  readonly id: string;
  readonly path: string;
  readonly role: FileRole;
  readonly fileHash: string;
}

interface NamedDefinition {
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
}

export interface ChunkStore {
  /** Maximum results of `namesContaining`. */
  readonly maxNames: number;
  readonly maxPieces: number;
  readonly maxNotable: number;
  /** Maximum results of `symbolsWithPrefix`. */
  readonly maxPrefixMatches: number;
  readonly maxSkippedMatches: number;
  readonly maxChangedFiles: number;
  readonly maxFileMatches: number;
  /**
   * Ends the fetch stage: stores every path (with the key of content that is stored already), skipped files, and the parse parts.
   * @throws if the lease is lost, or if that content has been removed in the meantime; nothing is written then
   */
  saveManifest(
    key: SnapshotKey,
    part: PartLease,
    manifest: ContentVariant & {
      readonly files: readonly {
        readonly path: string;
        readonly role: FileRole;
        readonly package?: string | undefined;
        readonly content?: ContentKey | undefined;
      }[];
      readonly skipped: readonly SkippedFile[];
      readonly parseParts: readonly PartInput[];
    },
  ): Promise<void>;
  /**
   * Ends the fetch stage of a rebuild: copies the files and skipped files of another generation, with their complete contents, and adds
   * one empty parse part.
   * @throws if the lease is lost; nothing is written then
   */
  copyManifest(key: SnapshotKey, part: PartLease, generation: number): Promise<void>;
  /** The keys (`formatContentKey`) of content that is stored already in this variant. */
  knownContent(
    shard: number,
    variant: ContentVariant,
    keys: readonly ContentKey[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Ends a parse part: stores its files' contents, chunks and symbols.
   * @throws if the lease is lost, or if content referenced by key has been removed in the meantime; nothing is written then
   */
  saveParsed(
    key: SnapshotKey,
    part: PartLease,
    parsed: ContentVariant & { readonly files: readonly ParsedFile[] },
  ): Promise<void>;
  /** The embed parts: ranges of files with about `chunksPerRange` chunks. Files that the other snapshot also has add little to the size of a range. */
  fileRanges(
    key: SnapshotKey,
    chunksPerRange: number,
    other?: SnapshotKey,
  ): Promise<readonly { readonly firstFile: number; readonly lastFile: number }[]>;
  /** The parsed files of a range in row order, matched with those of another snapshot. */
  compareFiles(
    key: SnapshotKey,
    other: SnapshotKey,
    range: { readonly firstFile: number; readonly lastFile: number },
  ): Promise<readonly FileChunks[]>;
  /** Every chunk of a range of files, with its text. */
  chunksOfRange(
    key: SnapshotKey,
    range: { firstFile: number; lastFile: number },
  ): Promise<readonly ChunkRow[]>;
  /** Every chunk of these files, given by their rows. */
  chunksOfFiles(key: SnapshotKey, files: readonly number[]): Promise<readonly ChunkRow[]>;
  chunksByKey(key: SnapshotKey, keys: readonly number[]): Promise<readonly ChunkRow[]>;
  /** The chunk at each position; positions without a chunk are omitted. */
  chunksAt(
    key: SnapshotKey,
    positions: readonly { readonly path: string; readonly line: number }[],
  ): Promise<readonly ChunkRow[]>;
  /** Every chunk that shares a line with one of the ranges, each once. */
  chunksInRanges(key: SnapshotKey, ranges: readonly SpanPosition[]): Promise<readonly ChunkRow[]>;
  /** Every file with its content key, without files whose content is not stored. */
  listContents(
    key: SnapshotKey,
  ): Promise<readonly (ContentKey & { readonly path: string; readonly lines: number })[]>;
  listFiles(key: SnapshotKey): Promise<readonly ListedFile[]>;
  /** Counts the files in a folder and its subfolders. */
  countFiles(key: SnapshotKey, folder: string): Promise<number>;
  /**
   * Files with one of these paths or contents (SHA-256 of their bytes), sorted by path; at most `maxFileMatches`.
   */
  findFiles(
    key: SnapshotKey,
    query: { readonly paths: readonly string[]; readonly hashes: readonly string[] },
  ): Promise<readonly { readonly path: string; readonly hash: string; readonly lines: number }[]>;
  readFile(key: SnapshotKey, path: string): Promise<StoredFile | undefined>;
  /** Whole files in row order; unknown paths are omitted. */
  readFiles(key: SnapshotKey, paths: readonly string[]): Promise<readonly StoredFile[]>;
  /** Symbols by bare or qualified name, ignoring case. */
  findSymbols(key: SnapshotKey, names: readonly string[]): Promise<readonly SymbolRow[]>;
  /**
   * Definitions whose bare name begins with the prefix, ignoring case; a dot in the prefix separates the qualifier from the name. Exact
   * names come first, then sources, then shorter names; a few per name. At most `count`, up to `maxPrefixMatches`; none for an empty prefix.
   */
  symbolsWithPrefix(key: SnapshotKey, prefix: string, count: number): Promise<readonly SymbolRow[]>;
  symbolsOfFile(key: SnapshotKey, path: string): Promise<readonly SymbolRow[]>;
  /**
   * Definitions that share a line with one of the spans, by file and line.
   * @param maxPerSpan maximum definitions of each span, those with the most branches first; all if undefined
   */
  symbolsAt(
    key: SnapshotKey,
    spans: readonly SpanPosition[],
    maxPerSpan?: number,
  ): Promise<readonly SymbolRow[]>;
  /** Definitions by id (`SymbolRow.id`); unknown ids are omitted. */
  symbolsById(key: SnapshotKey, ids: readonly string[]): Promise<readonly SymbolRow[]>;
  /**
   * Names of definitions that contain any of the pieces, each once. Pieces are lower case without underscores; names are compared in that
   * form. Names defined in sources come first if there are more than `maxNames`. Only the first `maxPieces` pieces are used.
   */
  namesContaining(key: SnapshotKey, pieces: readonly string[]): Promise<readonly NamedDefinition[]>;
  /** The longest exported definitions of each source file, documented ones first: at most `perFile` each and `maxNotable` in all. */
  notableSymbols(key: SnapshotKey, perFile: number): Promise<readonly SymbolRow[]>;
  /** Number of skipped files by reason. */
  skippedByReason(key: SnapshotKey): Promise<Readonly<Record<string, number>>>;
  /** Skipped files that match one of these paths: equal, with that ending, or inside that folder; at most `maxSkippedMatches`. */
  findSkipped(key: SnapshotKey, paths: readonly string[]): Promise<readonly SkippedFile[]>;
  coverage(key: SnapshotKey): Promise<{
    readonly skipped: readonly SkippedFile[];
    readonly masked: readonly { readonly path: string; readonly line: number; readonly rule: string }[];
  }>;
  counts(key: SnapshotKey): Promise<Counts>;
  /** Paths of files whose stored content is missing or incomplete. */
  incompleteFiles(key: SnapshotKey): Promise<readonly string[]>;
  /**
   * Paths of files (all, or the given ones) whose number of stored symbols differs from the indexed number. Storing such a file again
   * restores the missing ones.
   */
  filesMissingSymbols(key: SnapshotKey, paths?: readonly string[]): Promise<readonly string[]>;
  /**
   * Deletes chunks whose text does not match its hash. Their files are then incomplete; storing such a file again restores it in every
   * version.
   */
  dropDamagedChunks(key: SnapshotKey): Promise<void>;
  /** Keys of all chunks, in order. */
  chunkKeys(key: SnapshotKey): Promise<readonly number[]>;
  /** Distinct chunks and bytes of files, and how many of them the other snapshots share. */
  sharing(
    key: SnapshotKey,
    others: readonly SnapshotKey[],
  ): Promise<{
    readonly chunks: number;
    readonly sharedChunks: number;
    readonly bytes: number;
    readonly sharedBytes: number;
  }>;
  /**
   * Paths with different content in two snapshots, with their SHA-256 (undefined if absent), sorted by path; at most `maxChangedFiles`. Also
   * the number of paths with the same content.
   */
  changedFiles(
    key: SnapshotKey,
    older: SnapshotKey,
  ): Promise<{
    readonly differing: readonly {
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    }[];
    readonly same: number;
  }>;
  /** Deletes the rows, and content that nothing else references. */
  remove(removed: SnapshotRemoval): Promise<void>;
}
