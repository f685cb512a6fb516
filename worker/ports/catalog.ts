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
import type { GitHubSource, HistoryDepth, Source } from '../core/repositories/source.ts';
import type { Owner, Viewer } from '../core/viewer.ts';

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

/** Records that a conversation exists; its content is stored elsewhere. */
export interface ConversationRecord {
  readonly repositoryId: string;
  /** The viewer's id. */
  readonly viewer: string;
  readonly id: string;
}

/** What a list of conversations shows. Times in milliseconds since 1970. */
export interface ListedConversation extends Omit<ConversationRecord, 'viewer'> {
  readonly repositoryName: string;
  /** The first question, unless the user has renamed it. */
  readonly title: string;
  readonly createdAt: number;
  readonly askedAt: number;
  readonly bookmarked: boolean;
}

/** How much belongs to an owner. */
export interface OwnedCounts {
  readonly repositories: number;
  readonly conversations: number;
  readonly shares: number;
  readonly feedback: number;
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

/** Repositories on a code host. */
export interface HostedCatalog {
  /** All users' repositories from one location: matched by host id, or by name without regard to case. */
  listHosted(source: GitHubSource): Promise<readonly Repository[]>;
  /** A hosted repository of any user; undefined if it is not hosted or is being removed. */
  getHosted(id: string): Promise<Repository | undefined>;
  /** All hosted repositories, least recently refreshed first. */
  listAllHosted(): Promise<readonly Repository[]>;
  /** Renames a repository, unless its owner has another one of that name. */
  renameHosted(id: string, name: string, source: GitHubSource): Promise<void>;
  /** Records who may read it on the host: everyone (undefined), or only its owner. The same rule then applies here. */
  recordAccess(id: string, access: Repository['access']): Promise<void>;
  /** Records the fingerprint of the settings that shaped a snapshot's manifest. */
  recordCollectionFingerprint(number: number, collectedBy: string): Promise<void>;
  /** Records a new ETag for the state of a snapshot. */
  recordEtag(number: number, etag: string | undefined): Promise<void>;
  /** Replaces the push (a commit, or a new default branch) that waits for the running job; undefined for none. */
  setWaitingPush(id: string, push: string | undefined): Promise<void>;
  /** Repositories with a waiting push, without a running job, and without a refresh attempt since the given time. */
  listWaitingPushes(
    startedBefore: number,
  ): Promise<readonly { readonly id: string; readonly owner: string }[]>;
  /**
   * Claims a waiting push, so that only one caller starts its refresh. Fails if another attempt began since the given time or a job runs.
   * @returns the push
   */
  claimWaitingPush(id: string, startedBefore: number): Promise<string | undefined>;
  /** Records the time of a refresh attempt. A time in the future delays the next attempt. */
  recordPushRefresh(id: string, startedAt: number): Promise<void>;
  /** Ends a refresh attempt: the push no longer waits, unless a newer one has arrived. */
  endPushRefresh(id: string, push: string): Promise<void>;
  /** Records that the default branch was checked for new commits now. */
  recordRefresh(id: string): Promise<void>;
  /** Records the current head of the default branch. */
  recordHostHead(id: string, head: { readonly ref: string; readonly commit: string }): Promise<void>;
  /** Records the beginning of a check of the default branch. */
  recordHeadCheck(id: string): Promise<void>;
  /** Hosted repositories that were used since `usedSince` and last checked (successfully or not) before `checkedBefore`; oldest check first. */
  listUnchecked(usedSince: number, checkedBefore: number, limit: number): Promise<readonly Repository[]>;
  /** Public hosted repositories that the host last confirmed as public before `checkedBefore`; oldest check first. */
  listPublic(checkedBefore: number, limit: number): Promise<readonly Repository[]>;
  /** Whether a webhook delivery with this id is recorded. */
  wasDelivered(id: string): Promise<boolean>;
  /** Records a webhook delivery, and deletes older records. */
  recordDelivery(id: string, deleteBefore: number): Promise<void>;
  /** The repository with this name in the `POPULAR` setting, if its host uses another name; ignores case. */
  findByPopularName(name: string): Promise<Repository | undefined>;
  recordPopularName(id: string, name: string): Promise<void>;
  /** Lets everyone read the repository. */
  publishRepository(id: string): Promise<void>;
  /** Lets only the owner read it. */
  unpublishRepository(id: string): Promise<void>;
}

export interface Catalog extends HostedCatalog {
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
  /**
   * Records a question of a conversation, unless its repository is being removed.
   * @param title of a new conversation
   * @returns whether it was recorded
   */
  recordConversation(conversation: ConversationRecord, title: string): Promise<boolean>;
  /** Whether a conversation is recorded. */
  hasConversation(conversation: ConversationRecord): Promise<boolean>;
  /** Newest first. */
  listConversations(repositoryId: string, limit: number): Promise<readonly ConversationRecord[]>;
  /**
   * A viewer's conversations, the last asked first.
   * @param before only those after it in the list
   * @param readableBy only those about repositories that the viewer may read
   */
  listConversationsOf(
    viewer: Owner,
    page: {
      readonly readableBy?: Viewer | undefined;
      readonly before?: { readonly askedAt: number; readonly id: string } | undefined;
      readonly limit: number;
    },
  ): Promise<readonly ListedConversation[]>;
  /** Ids of all repositories of an owner, also live ones, that are not being removed. */
  listOwned(owner: Owner): Promise<readonly string[]>;
  /** Undefined if there is no such repository. */
  ownerOf(repositoryId: string): Promise<Owner | undefined>;
  countOwned(owner: Owner): Promise<OwnedCounts>;
  /** Renames or bookmarks a conversation. @returns whether it exists */
  changeConversation(
    conversation: ConversationRecord,
    change: { readonly title?: string | undefined; readonly bookmarked?: boolean | undefined },
  ): Promise<boolean>;
  /** Also deletes the links to them. */
  deleteConversationRecords(conversations: readonly ConversationRecord[]): Promise<void>;
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
