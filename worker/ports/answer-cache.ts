/** Answers of one published state of an index, kept under a digest of what was asked and of every setting that shapes them. */

import type { AnswerEvent } from '../core/answer.ts';
import type { SnapshotKey } from '../core/repository.ts';

export interface AnswerCache {
  /** Answers kept of one snapshot, whatever its generation; the least recently written go first. */
  readonly maxAnswers: number;
  read(key: SnapshotKey, digest: string): Promise<readonly AnswerEvent[] | undefined>;
  write(key: SnapshotKey, digest: string, events: readonly AnswerEvent[]): Promise<void>;
  /** Removes those of a snapshot. */
  remove(key: Pick<SnapshotKey, 'shard' | 'snapshot'>): Promise<void>;
}
