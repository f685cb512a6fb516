/**
 * Cached answers of a published generation, keyed by a digest of the question and of every setting that shapes the answer. A digest with a space,
 * such as `overview <build>`, names data of the snapshot itself, which answers do not evict.
 */

import type { AnswerEvent } from '../core/answers/answer.ts';
import type { SnapshotKey } from '../core/repositories/repository.ts';

export interface AnswerCache {
  /** Maximum answers per snapshot over all generations; the oldest are evicted first. */
  readonly maxAnswers: number;
  /** The same for data of the snapshot itself. */
  readonly maxSnapshotData: number;
  read(key: SnapshotKey, digest: string): Promise<readonly AnswerEvent[] | undefined>;
  write(key: SnapshotKey, digest: string, events: readonly AnswerEvent[]): Promise<void>;
  /** Removes the answers of a snapshot. */
  remove(key: Pick<SnapshotKey, 'shard' | 'snapshot'>): Promise<void>;
}
