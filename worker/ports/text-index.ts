/** The keyword index: one table per published snapshot, so that ranking statistics, cost and deletion are independent. */

import type { SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';
import type { ChunkRow } from './chunk-store.ts';
import type { FileRange } from './graph-store.ts';
import type { PartLease } from './job-parts.ts';

/** Extracted terms of one chunk by column, separated by spaces. */
export interface IndexedChunk {
  readonly key: number;
  readonly symbols: string;
  readonly prose: string;
  readonly code: string;
}

/** A file to index. `isReused`: another snapshot has indexed the same content, so its terms are reused. */
export interface FileToIndex {
  /** Its row in this generation. */
  readonly id: number;
  readonly path: string;
  /** Row of its content; files with the same content share their terms. */
  readonly content: number;
  readonly chunks: number;
  readonly isReused: boolean;
}

export interface IndexedFile extends Pick<FileToIndex, 'id' | 'chunks' | 'isReused'> {
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
  /** Files to search; undefined for all. */
  readonly paths: readonly string[] | undefined;
}

export interface TextHit extends ChunkRow {
  /** BM25, higher is better. */
  readonly score: number;
}

/** Searches for terms that a misspelled word may be intended as. */
export interface SimilarTermQuery {
  /** The term begins with one of these non-empty prefixes, which limit the part of the vocabulary that is read. */
  readonly prefixes: readonly string[];
  /** The term also contains one of these substrings. */
  readonly pieces: readonly string[];
  /** Minimum and maximum length of the term. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly limit: number;
}

export interface TextIndex {
  /** Creates the table of a generation if it does not exist. */
  create(key: SnapshotKey): Promise<void>;
  /** The index parts: ranges of files with the work of about `chunksPerRange` chunks. Chunks with reusable terms add little to the size of a range. */
  ranges(key: SnapshotKey, version: number, chunksPerRange: number): Promise<readonly FileRange[]>;
  /** The parsed files of a range, sorted by id. Terms of another version are not reused. */
  files(key: SnapshotKey, version: number, range: FileRange): Promise<readonly FileToIndex[]>;
  /**
   * Ends an index part: adds the files with their reused terms, and the terms of `chunks`, which files with the same content can then
   * reuse.
   * @throws if the lease is lost, or if reused terms were deleted in the meantime; nothing is written then
   */
  add(
    key: SnapshotKey,
    part: PartLease,
    indexed: {
      readonly version: number;
      readonly files: readonly IndexedFile[];
      readonly chunks: readonly IndexedChunk[];
    },
  ): Promise<void>;
  /** Optimizes the index for reads. */
  optimize(key: SnapshotKey): Promise<void>;
  /** Number of these chunks that are not in the index; all of them if the index is unreadable. */
  missing(
    key: SnapshotKey,
    keys: readonly number[],
  ): Promise<{ readonly chunks: number; readonly isBroken: boolean }>;
  /** The best chunks that contain any of the terms. A term of several words must occur as a phrase. */
  search(key: SnapshotKey, query: TextQuery): Promise<readonly TextHit[]>;
  /** Number of chunks that contain each term. */
  documentFrequencies(key: SnapshotKey, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The most frequent terms similar to a word, with their number of chunks. */
  similarTerms(key: SnapshotKey, query: SimilarTermQuery): Promise<ReadonlyMap<string, number>>;
  remove(removed: SnapshotRemoval): Promise<void>;
}
