/** Cached answers of a published generation, keyed by a digest of the question and of every setting that shapes the answer. */

import type { AnswerEvent } from '../core/answers/answer.ts';
import type { SnapshotKey } from '../core/repositories/repository.ts';

export interface AnswerCache {
  /** Maximum answers per snapshot over all generations; the oldest are evicted first. */
  readonly maxAnswers: number;
  read(key: SnapshotKey, digest: string): Promise<readonly AnswerEvent[] | undefined>;
  write(key: SnapshotKey, digest: string, events: readonly AnswerEvent[]): Promise<void>;
  /** Removes the answers of a snapshot. */
  remove(key: Pick<SnapshotKey, 'shard' | 'snapshot'>): Promise<void>;
}
