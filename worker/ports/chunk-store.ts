/**
 * Files, chunks and symbols of snapshots. Content is stored once however many snapshots hold it; a read names a
 * snapshot and a generation and sees nothing of any other.
 */

import type { Chunk, KeyRun } from '../core/chunk.ts';
import type { SpanPosition } from '../core/evidence.ts';
import type { Encoding, FileRole, SkippedFile } from '../core/file.ts';
import type { ContentKey, LocatedMask, ParsedFile } from '../core/parsed-file.ts';
import type { Counts, RemovedState, SnapshotKey } from '../core/repository.ts';
import type { SymbolDefinition } from '../core/symbol.ts';
import type { HeldPart, PartInput } from './job-parts.ts';

export interface FileRow {
  readonly path: string;
  readonly role: FileRole;
  /** Folder of the package it belongs to; absent where that is the repository itself. */
  readonly package?: string;
  readonly language: string;
  readonly lines: number;
}

export interface ListedFile extends FileRow {
  /** Of the file; 0 while it is not parsed. */
  readonly bytes: number;
}

/** A whole file; `text` is raw, `masks` say what must not be shown of it. */
export interface StoredFile extends FileRow {
  readonly hash: string;
  readonly encoding: Encoding;
  readonly text: string;
  readonly masks: readonly LocatedMask[];
}

/** Where a chunk stands: its place in the full-text table, which is also its key here. */
export interface ChunkRow extends FileRow {
  readonly key: number;
  /** As in `GraphNode`, of its file; 0 where nothing refers to it or the state has no graph. */
  readonly fileRank: number;
  readonly fileHash: string;
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startOffset: number;
  readonly kind: string;
  readonly symbol: string | undefined;
  readonly metadata: Chunk['metadata'];
  /** Secrets of the file, in offsets into the file. */
  readonly masks: readonly LocatedMask[];
  /** The chunk's text, secrets and all. */
  readonly raw: string;
  /** It begins or ends within a line, of which another chunk has the rest; absent where it holds whole lines. */
  readonly sharesLine?: true;
}

interface FileChunks {
  /** Row of the file. */
  readonly file: number;
  readonly chunks: number;
  /** Undefined where the other state holds the file not at all or otherwise. */
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
  /** Names one search by pieces tells. */
  readonly maxNames: number;
  readonly maxPieces: number;
  readonly maxNotable: number;
  /** Definitions one search by the beginning of a name tells. */
  readonly maxBeginning: number;
  readonly maxLeftOut: number;
  readonly maxDiffering: number;
  readonly maxHolding: number;
  /**
   * Ends the fetch stage: every file's path, with its content where that is stored already, what was skipped, and the parse parts to
   * come.
   * @throws when the part is no longer held, and when content told to be stored has been removed meanwhile; nothing is written then.
   */
  saveManifest(
    key: SnapshotKey,
    part: HeldPart,
    manifest: {
      /** What the contents are cut by. */
      readonly chunker: string;
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
   * Ends the fetch stage of a snapshot that is built anew: the files and skipped ones of another generation of it, with their contents
   * where they are whole, and one parse part with nothing in it.
   * @throws when the part is no longer held; nothing is written then.
   */
  copyManifest(key: SnapshotKey, part: HeldPart, generation: number): Promise<void>;
  /** Of these, the names (`contentName`) of content stored already for this chunker. */
  knownContent(shard: number, chunker: string, wanted: readonly ContentKey[]): Promise<ReadonlySet<string>>;
  /**
   * Ends a parse part: its files' contents, chunks and symbols.
   * @throws when the part is no longer held, and when content given by name alone has been removed meanwhile; nothing is
   *   written then.
   */
  saveParsed(
    key: SnapshotKey,
    part: HeldPart,
    parsed: { chunker: string; files: readonly ParsedFile[] },
  ): Promise<void>;
  /** Ranges of files of about `chunksPerRange` chunks each, in order: the embed parts. Files that another state holds too count little. */
  fileRanges(
    key: SnapshotKey,
    chunksPerRange: number,
    other?: SnapshotKey,
  ): Promise<readonly { readonly firstFile: number; readonly lastFile: number }[]>;
  /** The files of a range that are parsed, in the order of their rows, beside those of another state. */
  filesBeside(
    key: SnapshotKey,
    other: SnapshotKey,
    range: { readonly firstFile: number; readonly lastFile: number },
  ): Promise<readonly FileChunks[]>;
  /** Every chunk of a range of files, with its text. */
  chunksOfRange(
    key: SnapshotKey,
    range: { firstFile: number; lastFile: number },
  ): Promise<readonly ChunkRow[]>;
  /** The same of some files, by their rows. */
  chunksOfFiles(key: SnapshotKey, files: readonly number[]): Promise<readonly ChunkRow[]>;
  chunksByKey(key: SnapshotKey, keys: readonly number[]): Promise<readonly ChunkRow[]>;
  /** The chunk each position lies in; positions that lie in none are left out. */
  chunksAt(
    key: SnapshotKey,
    positions: readonly { readonly path: string; readonly line: number }[],
  ): Promise<readonly ChunkRow[]>;
  /** Every file with the name of its content; one whose content is not stored is left out. */
  listContents(
    key: SnapshotKey,
  ): Promise<readonly (ContentKey & { readonly path: string; readonly lines: number })[]>;
  listFiles(key: SnapshotKey): Promise<readonly ListedFile[]>;
  /**
   * Files at one of these paths, and files that hold one of these contents (SHA-256 of their bytes): each once, by path, and
   * `maxHolding` at most.
   */
  filesHolding(
    key: SnapshotKey,
    wanted: { readonly paths: readonly string[]; readonly hashes: readonly string[] },
  ): Promise<readonly { readonly path: string; readonly hash: string; readonly lines: number }[]>;
  readFile(key: SnapshotKey, path: string): Promise<StoredFile | undefined>;
  /** Whole files, in the order of their rows; paths that are not there are left out. */
  readFiles(key: SnapshotKey, paths: readonly string[]): Promise<readonly StoredFile[]>;
  /** Symbols by bare or qualified name, letter case ignored. */
  findSymbols(key: SnapshotKey, names: readonly string[]): Promise<readonly SymbolRow[]>;
  /**
   * Definitions whose bare name begins so, letter case ignored, or after a dot one of such a qualifier: the whole name first, then
   * those of sources, short before long; a few of each name. `count` at most, up to `maxBeginning`; none of an empty beginning.
   */
  symbolsBeginning(key: SnapshotKey, beginning: string, count: number): Promise<readonly SymbolRow[]>;
  symbolsOfFile(key: SnapshotKey, path: string): Promise<readonly SymbolRow[]>;
  /** Definitions that share a line with one of the stretches, each once, by file in the order of their lines. */
  symbolsAt(key: SnapshotKey, stretches: readonly SpanPosition[]): Promise<readonly SymbolRow[]>;
  /**
   * Names of definitions, each once, that hold any of the pieces; pieces are lower case and without underscores, and so are names
   * compared. Those defined in sources come first where there are more than `maxNames`; the first `maxPieces` are looked for.
   */
  namesHolding(key: SnapshotKey, pieces: readonly string[]): Promise<readonly NamedDefinition[]>;
  /** The longest exported definitions of each source file, `perFile` at most and documented ones first; of at most `maxNotable` in all. */
  notableSymbols(key: SnapshotKey, perFile: number): Promise<readonly SymbolRow[]>;
  /** How many files were left out, by reason. */
  skippedByReason(key: SnapshotKey): Promise<Readonly<Record<string, number>>>;
  /** Files left out that are of one of these paths, end in one, or lie in a folder of one; at most `maxLeftOut`. */
  leftOut(key: SnapshotKey, paths: readonly string[]): Promise<readonly SkippedFile[]>;
  coverage(key: SnapshotKey): Promise<{
    readonly skipped: readonly SkippedFile[];
    readonly masked: readonly { readonly path: string; readonly line: number; readonly rule: string }[];
  }>;
  counts(key: SnapshotKey): Promise<Counts>;
  /** Paths of files whose content is not there, or not all of it. */
  filesNotWhole(key: SnapshotKey): Promise<readonly string[]>;
  /**
   * Paths of files, of those given or of all, that have another number of symbols stored than were indexed. Storing such a file again
   * restores those missing.
   */
  filesLackingSymbols(key: SnapshotKey, paths?: readonly string[]): Promise<readonly string[]>;
  /**
   * Removes the chunks whose text does not match its hash. Files with them are then not whole, and storing such a file again restores it
   * in every version.
   */
  dropDamagedChunks(key: SnapshotKey): Promise<void>;
  /** Keys of all chunks, in order. */
  chunkKeys(key: SnapshotKey): Promise<readonly number[]>;
  /** Chunks and bytes of files, each counted once however often it stands there, and how many of them the others hold too. */
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
   * Paths whose content is not the same in two states, by path: SHA-256 before and after, undefined where it is not there. At most
   * `maxDiffering`; and how many paths hold the same in both.
   */
  differingFiles(
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
  /** Removes the rows, and content that nothing else holds. */
  remove(removed: RemovedState): Promise<void>;
}
