/**
 * Jobs that fetch a repository's past from its host. A job is one page after another: who takes a page holds it by lease, and its end and
 * what the next page is are one write. Once another worker has taken it, the one that had it before can change nothing.
 */

import type { Progress } from '../core/repository.ts';
import type { HostedPlace } from '../core/source.ts';
import type { HistoryKey } from './history-store.ts';

export interface HistoryJobKey {
  readonly id: string;
  readonly shard: number;
}

/** The stages of a job, in order. */
export const historyStages = ['commits', 'pull-requests', 'issues', 'files', 'origins'] as const;
export type HistoryStage = (typeof historyStages)[number];

/** The page that is next. */
export interface HistoryStep {
  readonly stage: HistoryStage;
  readonly cursor: string | undefined;
  /** Pages or items done in the stage, for its bounds. */
  readonly done: number;
  /** Milliseconds: from when on discussions are asked for again, for the host failed to tell some; undefined where it told all so far. */
  readonly missedSince?: number | undefined;
  /** A stage the host would not tell, which all others went on without; the first of several. */
  readonly failed?: { readonly stage: HistoryStage; readonly why: string } | undefined;
  /** All stages the host would not tell, where all others came or may still come; undefined where it told each. */
  readonly without?: readonly HistoryStage[] | undefined;
}

export interface HistoryInput {
  readonly place: HostedPlace;
  /** The viewer whose token fetches it. */
  readonly owner: string;
  /** The commit all is told of. */
  readonly tip: string;
  /** Milliseconds: commits from then on; undefined for all. */
  readonly since: number | undefined;
  /** Milliseconds: discussions changed since; undefined for all. */
  readonly changedSince: number | undefined;
  /** A version whose history was fetched before, from as far back: what it holds is not fetched again. */
  readonly earlier: HistoryKey | undefined;
  /** Stages the job before it went on without: of these discussions are asked for from as far back as commits. */
  readonly anew?: readonly HistoryStage[] | undefined;
  /** How many jobs before it have asked again for discussions the host failed to tell. */
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
  /** Milliseconds: until when it waits, for the host or for another try, and why; undefined where it does not. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
  readonly error: string | undefined;
  readonly createdAt: number;
}

export interface HeldHistoryJob extends HistoryJob {
  readonly claim: number;
}

/** What a page changes of its job. */
interface HistoryAdvance {
  readonly step: HistoryStep;
  readonly progress: Progress;
  readonly notes: readonly string[];
  /** Not before, where the host's calls are nearly spent. */
  readonly waiting: HistoryJob['waiting'];
}

export interface HistoryJobs {
  /** Adds a job; does nothing where it is there. @returns whether it was added */
  begin(job: HistoryJobKey & { readonly key: HistoryKey; readonly input: HistoryInput }): Promise<boolean>;
  /** Takes the next page; undefined where another has it, the job waits for its host, or it has ended. */
  claim(key: HistoryJobKey): Promise<HeldHistoryJob | undefined>;
  /** Keeps a long page's lease from running out. */
  renew(held: HeldHistoryJob): Promise<void>;
  /** Ends a page and says what is next; the next is held already. @throws when it is no longer held */
  advance(held: HeldHistoryJob, next: HistoryAdvance): Promise<void>;
  /** Gives a page back, to be tried again not before a moment. One that failed by an `error` has spent an attempt; a host's limit spends none. */
  release(
    held: HeldHistoryJob,
    how: { readonly waiting: NonNullable<HistoryJob['waiting']>; readonly error: string | undefined },
  ): Promise<void>;
  /** Gives up what is held, so that anybody may go on at once. */
  yield(held: HeldHistoryJob): Promise<void>;
  /** @param step what is told to have been the last */
  end(
    held: HeldHistoryJob,
    outcome: {
      readonly step: HistoryStep;
      readonly progress: Progress;
      readonly notes: readonly string[];
      readonly error: string | undefined;
    },
  ): Promise<void>;
  get(key: HistoryJobKey): Promise<HistoryJob | undefined>;
  /** The last job of a version. */
  ofVersion(key: Pick<HistoryKey, 'shard' | 'snapshot'>): Promise<HistoryJob | undefined>;
  /** The last job of a repository that was done, be it without stages the host would not tell. */
  lastDone(key: Pick<HistoryKey, 'shard' | 'repository'>): Promise<HistoryJob | undefined>;
  remove(key: Pick<HistoryKey, 'shard' | 'snapshot'>): Promise<void>;
  removeRepository(key: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
