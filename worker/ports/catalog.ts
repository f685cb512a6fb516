/** The catalog of repositories, snapshots and jobs. It records their owners and which generation of a snapshot is served. */

import type {
  Counts,
  Failure,
  Progress,
  Repository,
  Snapshot,
  Status,
  Stage,
} from '../core/repositories/repository.ts';
import type { HistoryDepth, Source } from '../core/repositories/source.ts';
import type { Owner, Viewer } from '../core/viewer.ts';
import type { ConversationCatalog } from './catalog/conversation-catalog.ts';
import type { HostedCatalog } from './catalog/hosted-catalog.ts';

export interface Job {
  readonly id: string;
  readonly snapshotNumber: number;
  readonly repositoryId: string;
  readonly shard: number;
  /** The scope in which the repository's content is stored at present (`contentScopeOf`). */
  readonly contentScope: string;
  readonly generation: number;
  readonly stage: Stage;
  readonly state: 'running' | 'done' | 'failed';
  readonly createdAt: number;
  /** The API key that started it; undefined if none did. */
  readonly keyId: string | undefined;
  /** Until when a failed job can be resumed; undefined if it cannot. */
  readonly resumableUntil: number | undefined;
  /** Milliseconds between failure and resumption, by the stage that failed. */
  readonly pausedMs: Readonly<Partial<Record<Stage, number>>>;
}

/** A failed job's progress, and until when it can be resumed. */
interface FailedEnd {
  readonly progress: Progress;
  readonly resumableUntil: number | undefined;
}

export interface NewSnapshot {
  readonly repositoryId: string;
  readonly snapshotId: string;
  readonly jobId: string;
  /** The API key that starts the job. */
  readonly keyId?: string | undefined;
  readonly name: string;
  readonly ref: string | undefined;
  readonly commit: string;
  readonly subdirectory: string | undefined;
  readonly shard: number;
  /** Set for a fetched source; an upload has none. */
  readonly hosted?: HostedSnapshot | undefined;
}

interface HostedSnapshot {
  readonly source: Source;
  readonly history: HistoryDepth;
  readonly etag: string | undefined;
  readonly visibility: Repository['visibility'];
  /** Whether the host reports it as private. */
  readonly isPrivate: boolean;
}

interface ShardLoad {
  readonly shard: number;
  /** Snapshots with rows, including hidden ones. */
  readonly snapshots: number;
  /** Chunks of indexed snapshots. */
  readonly chunks: number;
}

interface PublishedFacts {
  readonly counts: Counts;
  readonly timings: Readonly<Record<string, number>>;
  readonly progress: Progress;
  readonly rowsWritten: number;
}

/** A hidden snapshot whose rows are still to be deleted. */
export interface HiddenSnapshot {
  readonly number: number;
  readonly repositoryId: string;
  readonly shard: number;
}

/** What is still known about a hidden snapshot. */
export interface HiddenSnapshotRecord extends HiddenSnapshot {
  readonly id: string;
  readonly commit: string;
  readonly generation: number;
  readonly source: Source;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly removedAt: number;
}

/** A snapshot that a newer one of the same version has replaced. */
export interface ReplacedSnapshot extends HiddenSnapshot {
  /** Milliseconds since 1970. */
  readonly replacedAt: number;
}

/** The record of a removed snapshot. */
export interface RemovedSnapshot {
  readonly id: string;
  readonly ref: string | undefined;
  readonly commit: string;
  readonly removedAt: number;
}

export interface Catalog extends HostedCatalog, ConversationCatalog {
  /**
   * Adds a snapshot and its job, and the repository unless the owner has one with that name and kind of source.
   * @returns the repository's id and shard. Nothing is added if the repository exists on another shard than the requested one.
   */
  addSnapshot(owner: Owner, added: NewSnapshot): Promise<{ repositoryId: string; shard: number }>;
  /** Repositories that the viewer may read, newest first, without live ones. */
  listRepositories(viewer: Viewer): Promise<readonly Repository[]>;
  /** Undefined if the repository does not exist or the viewer may not read it. */
  getRepository(viewer: Viewer, id: string): Promise<Repository | undefined>;
  /**
   * A repository with its snapshots, newest first, in one consistent read. Undefined if `getRepository` returns undefined, or if its owner
   * has lost access on the host. Counts as a use, which is recorded at most once an hour.
   */
  readRepository(
    viewer: Viewer,
    id: string,
  ): Promise<{ repository: Repository; snapshots: readonly Snapshot[] } | undefined>;
  /** The owner's repository with that name and kind of source; another kind is another repository. */
  findRepository(owner: Owner, name: string, kind: Source['kind']): Promise<Repository | undefined>;
  /** Snapshots of repositories, newest first, without removed ones. */
  listSnapshots(repositoryIds: readonly string[]): Promise<readonly Snapshot[]>;
  getSnapshot(number: number): Promise<Snapshot | undefined>;
  /** Snapshots replaced by a newer one of the same version, including failed ones with a newer attempt. */
  listReplaced(): Promise<readonly ReplacedSnapshot[]>;
  /** Hides snapshots from every read, unless their job runs. */
  hideSnapshots(numbers: readonly number[]): Promise<void>;
  /**
   * Atomically hides all snapshots of a version, unless their job runs or no readable version would be left.
   * @returns the hidden snapshots
   */
  hideVersion(numbers: readonly number[]): Promise<readonly number[]>;
  /** Hidden snapshots whose rows are not yet deleted. */
  listHiddenSnapshots(): Promise<readonly HiddenSnapshotRecord[]>;
  /** Records that a hidden snapshot has no rows left. This is the last step of its removal. */
  markEmptied(number: number): Promise<void>;
  /** Removed snapshots of a repository, latest first; at most 100. */
  listRemovedSnapshots(repositoryId: string): Promise<readonly RemovedSnapshot[]>;
  /**
   * Adds a job that builds the next generation of a snapshot.
   * @returns the job; undefined if another job runs or the snapshot is being removed
   */
  addRebuild(snapshotNumber: number, jobId: string): Promise<Job | undefined>;
  /** Repositories unused since a time. Excludes GitHub repositories in `names` that belong to `owner`. */
  listUnused(
    since: number,
    exceptions: { readonly names: readonly string[]; readonly owner: string },
  ): Promise<readonly Pick<Repository, 'id' | 'shard'>[]>;
  /** Live repositories with their last use, accurate to five minutes. */
  listLive(): Promise<readonly { readonly id: string; readonly usedAt: number }[]>;
  getJob(id: string): Promise<Job | undefined>;
  /** The job that builds or last built a snapshot. */
  latestJob(snapshotNumber: number): Promise<Job | undefined>;
  /** Moves job and snapshot to a stage. */
  setStage(job: Job, stage: Stage, status: Status): Promise<void>;
  /** Records the commit and the wrapper folder found in the source. */
  describeSnapshot(
    number: number,
    facts: { commit: string; wrapperFolder: string | undefined },
  ): Promise<void>;
  /** Switches the snapshot to the job's generation in one transaction, after which reads see it. */
  publish(job: Job, facts: PublishedFacts): Promise<void>;
  fail(job: Job, failure: Failure, end: FailedEnd): Promise<void>;
  /**
   * Resumes a failed job where it stopped.
   * @returns false if the job has not failed, can no longer be resumed, or its repository is being removed
   */
  resume(job: Job): Promise<boolean>;
  /** Records that a failed job can no longer be resumed. Ignores other jobs. */
  markNotResumable(job: Job): Promise<void>;
  /** Ends a job without an error, because its repository is being removed. It cannot be resumed. */
  cancel(job: Job): Promise<void>;
  /** Hides the repository from every read. */
  hideRepository(id: string): Promise<void>;
  /** Hidden repositories whose rows are not yet deleted. */
  listRemoved(): Promise<readonly Pick<Repository, 'id' | 'shard'>[]>;
  /** Whether any hidden repository or snapshot is left to delete. */
  hasHidden(): Promise<boolean>;
  /** The load of each index database that is in use. */
  shardLoads(): Promise<readonly ShardLoad[]>;
  /** Deletes the repository's rows; the last step of a removal. */
  deleteRepositoryRows(id: string): Promise<void>;
}
