/**
 * Jobs that fetch a repository's history from its host, one page after another. A worker holds the lease of a page. One write ends a page
 * and sets the next one. After another worker has taken over, the previous worker can change nothing.
 */

import type { Progress } from '../core/repositories/repository.ts';
import type { HostedLocation } from '../core/repositories/source.ts';
import type { HistoryKey } from './history-store.ts';

export interface HistoryJobKey {
  readonly id: string;
  readonly shard: number;
}

/** The stages of a job, in order. */
export const historyStages = ['commits', 'pull-requests', 'issues', 'files', 'origins'] as const;
export type HistoryStage = (typeof historyStages)[number];

/** The next page. */
export interface HistoryStep {
  readonly stage: HistoryStage;
  readonly cursor: string | undefined;
  /** Pages or items done in the stage, for its limits. */
  readonly done: number;
  /** Discussions changed since this time (milliseconds) are fetched again, because the host omitted some; undefined if it did not. */
  readonly missedSince?: number | undefined;
  /** The first stage that the host failed to provide; the job continues without it. */
  readonly failed?: { readonly stage: HistoryStage; readonly why: string } | undefined;
  /** All stages that the host failed to provide; undefined if there are none. */
  readonly without?: readonly HistoryStage[] | undefined;
}

export interface HistoryInput {
  readonly place: HostedLocation;
  /** The viewer whose token fetches it. */
  readonly owner: string;
  /** The commit whose history is fetched. */
  readonly tip: string;
  /** Commits since this time (milliseconds); undefined for all. */
  readonly since: number | undefined;
  /** Discussions changed since this time (milliseconds); undefined for all. */
  readonly changedSince: number | undefined;
  /** A version whose history was fetched as far back as this job requests; its commits are not fetched again. */
  readonly earlier: HistoryKey | undefined;
  /** Stages that the previous job could not fetch; their discussions are fetched as far back as commits. */
  readonly anew?: readonly HistoryStage[] | undefined;
  /** How many previous jobs have retried omitted discussions. */
  readonly askedAgain?: number | undefined;
}

export interface HistoryJob extends HistoryJobKey {
  readonly key: HistoryKey;
  readonly input: HistoryInput;
  readonly step: HistoryStep;
  readonly progress: Progress;
  readonly notes: readonly string[];
  readonly state: 'running' | 'done' | 'failed';
  readonly attempts: number;
  /** Until when (milliseconds) it waits for the host or a retry, and why; undefined if it does not wait. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
  readonly error: string | undefined;
  readonly createdAt: number;
}

export interface LeasedHistoryJob extends HistoryJob {
  readonly claim: number;
}

/** The changes that a page makes to its job. */
interface HistoryAdvance {
  readonly step: HistoryStep;
  readonly progress: Progress;
  readonly notes: readonly string[];
  /** Delays the next page if the host's rate limit is nearly exhausted. */
  readonly waiting: HistoryJob['waiting'];
}

export interface HistoryJobs {
  /** Adds a job unless it exists. @returns whether it was added */
  begin(job: HistoryJobKey & { readonly key: HistoryKey; readonly input: HistoryInput }): Promise<boolean>;
  /** Claims the next page; undefined if another worker has it, the job waits, or it has ended. */
  claim(key: HistoryJobKey): Promise<LeasedHistoryJob | undefined>;
  /** Renews the lease of a long page. */
  renew(job: LeasedHistoryJob): Promise<void>;
  /** Ends a page and sets the next one, which the same worker holds. @throws if the lease is lost */
  advance(job: LeasedHistoryJob, next: HistoryAdvance): Promise<void>;
  /** Returns a page for a later retry. An `error` counts as an attempt; a rate limit does not. */
  release(
    job: LeasedHistoryJob,
    retry: { readonly waiting: NonNullable<HistoryJob['waiting']>; readonly error: string | undefined },
  ): Promise<void>;
  /** Releases the lease, so that any worker can continue at once. */
  yield(job: LeasedHistoryJob): Promise<void>;
  /** @param step the last step */
  end(
    job: LeasedHistoryJob,
    outcome: {
      readonly step: HistoryStep;
      readonly progress: Progress;
      readonly notes: readonly string[];
      readonly error: string | undefined;
    },
  ): Promise<void>;
  get(key: HistoryJobKey): Promise<HistoryJob | undefined>;
  /** The last job of a version. */
  findByVersion(key: Pick<HistoryKey, 'shard' | 'snapshot'>): Promise<HistoryJob | undefined>;
  /** The last completed job of a repository, even if some stages are missing. */
  lastDone(key: Pick<HistoryKey, 'shard' | 'repository'>): Promise<HistoryJob | undefined>;
  remove(key: Pick<HistoryKey, 'shard' | 'snapshot'>): Promise<void>;
  removeRepository(key: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
