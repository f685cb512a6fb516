/** The keyword index: one table a published snapshot, so that its ranking statistics, cost and deletion are its own. */

import type { RemovedState, SnapshotKey } from '../core/repository.ts';
import type { ChunkRow } from './chunk-store.ts';
import type { HeldPart } from './job-parts.ts';

/** Terms of one chunk by column, already split and folded; space-separated. */
export interface IndexedChunk {
  readonly key: number;
  readonly path: string;
  readonly symbols: string;
  readonly prose: string;
  readonly code: string;
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
  /** Ends an index part. @throws when the part is no longer held; nothing is written then. */
  add(key: SnapshotKey, part: HeldPart, chunks: readonly IndexedChunk[]): Promise<void>;
  /** Puts the index in the form that is fastest to read. */
  optimise(key: SnapshotKey): Promise<void>;
  /** Of these chunks, how many are not in the index; all where it cannot be read. */
  missing(
    key: SnapshotKey,
    keys: readonly number[],
  ): Promise<{ readonly chunks: number; readonly isBroken: boolean }>;
  /** Best chunks that hold any of the terms. */
  search(key: SnapshotKey, query: TextQuery): Promise<readonly TextHit[]>;
  /** For each term, how many chunks hold it. */
  documentFrequencies(key: SnapshotKey, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Terms like a word, those that most chunks hold, and how many hold each. */
  termsLike(key: SnapshotKey, like: TermLikeness): Promise<ReadonlyMap<string, number>>;
  remove(removed: RemovedState): Promise<void>;
}
