/** The keyword index: one table a published snapshot, so that its ranking statistics, cost and deletion are its own. */

import type { RemovedState, SnapshotKey } from '../core/repository.ts';
import type { ChunkRow } from './chunk-store.ts';
import type { FileRange } from './graph-store.ts';
import type { HeldPart } from './job-parts.ts';

/** Terms of one chunk by column, already split and folded; space-separated. */
export interface IndexedChunk {
  readonly key: number;
  readonly symbols: string;
  readonly prose: string;
  readonly code: string;
}

/** A file to index, and whether the terms of its chunks are kept from a state that holds the same content. */
export interface TermedFile {
  /** Its row in this generation. */
  readonly id: number;
  readonly path: string;
  /** Row of its content: files that hold the same share its terms. */
  readonly content: number;
  readonly chunks: number;
  readonly isKept: boolean;
}

export interface IndexedFile extends Pick<TermedFile, 'id' | 'chunks' | 'isKept'> {
  /** Terms of its path, space-separated. */
  readonly path: string;
}

export interface ColumnWeights {
  readonly path: number;
  readonly symbols: number;
  readonly prose: number;
  readonly code: number;
}

export interface TextQuery {
  readonly terms: readonly string[];
  readonly weights: ColumnWeights;
  readonly limit: number;
  /** Files to look in; undefined for all. */
  readonly paths: readonly string[] | undefined;
}

export interface TextHit extends ChunkRow {
  /** BM25, higher is better. */
  readonly score: number;
}

/** What a misspelt word has in common with the word that is meant. */
export interface TermLikeness {
  /** A term begins with one of these, none of them empty: only so much of the vocabulary is read. */
  readonly beginnings: readonly string[];
  /** And holds one of these whole. */
  readonly pieces: readonly string[];
  /** Letters it has. */
  readonly shortest: number;
  readonly longest: number;
  readonly limit: number;
}

export interface TextIndex {
  /** Makes the table of a generation; does nothing when it is there. */
  create(key: SnapshotKey): Promise<void>;
  /** Ranges of files of about the work of `chunksPerRange` chunks each, in order: the index parts. Chunks whose terms are kept are little. */
  ranges(key: SnapshotKey, version: number, chunksPerRange: number): Promise<readonly FileRange[]>;
  /** The files of a range that are parsed, in the order of ids; terms of another version than this are not kept. */
  files(key: SnapshotKey, version: number, range: FileRange): Promise<readonly TermedFile[]>;
  /**
   * Ends an index part: the files with the terms kept of them, and those of `chunks`, which are kept from now on for every file of
   * the same content.
   * @throws when the part is no longer held, and when terms told to be kept are not any more; nothing is written then.
   */
  add(
    key: SnapshotKey,
    part: HeldPart,
    indexed: {
      readonly version: number;
      readonly files: readonly IndexedFile[];
      readonly chunks: readonly IndexedChunk[];
    },
  ): Promise<void>;
  /** Puts the index in the form that is fastest to read. */
  optimise(key: SnapshotKey): Promise<void>;
  /** Of these chunks, how many are not in the index; all where it cannot be read. */
  missing(
    key: SnapshotKey,
    keys: readonly number[],
  ): Promise<{ readonly chunks: number; readonly isBroken: boolean }>;
  /** Best chunks that hold any of the terms; of one that is several words with spaces between, all of them in a row. */
  search(key: SnapshotKey, query: TextQuery): Promise<readonly TextHit[]>;
  /** For each term, how many chunks hold it. */
  documentFrequencies(key: SnapshotKey, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Terms like a word, those that most chunks hold, and how many hold each. */
  termsLike(key: SnapshotKey, like: TermLikeness): Promise<ReadonlyMap<string, number>>;
  remove(removed: RemovedState): Promise<void>;
}
