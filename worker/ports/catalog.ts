/** Repositories, snapshots and jobs: who owns what and which state of it is served. */

import type { Counts, Failure, Progress, Repository, Snapshot, Status, Stage } from '../core/repository.ts';
import type { GitHubSource, HistoryDepth, Source } from '../core/source.ts';
import type { Viewer } from '../core/viewer.ts';

export interface Job {
  readonly id: string;
  readonly snapshotNumber: number;
  readonly repositoryId: string;
  readonly shard: number;
  readonly generation: number;
  readonly stage: Stage;
  readonly state: 'running' | 'done' | 'failed';
  readonly createdAt: number;
  /** Until when what a failed job did is kept; undefined when nothing is. */
  readonly keptUntil: number | undefined;
  /** Milliseconds it stood still, failed, before it was taken up again, by the stage it failed at. */
  readonly pausedMs: Readonly<Partial<Record<Stage, number>>>;
}

/** How far a job was when it failed, and until when what it did is kept. */
interface FailedEnd {
  readonly progress: Progress;
  readonly keptUntil: number | undefined;
}

export interface NewSnapshot {
  readonly repositoryId: string;
  readonly snapshotId: string;
  readonly jobId: string;
  readonly name: string;
  readonly ref: string | undefined;
  readonly commit: string;
  readonly subdirectory: string | undefined;
  readonly shard: number;
  /** Of what is fetched from elsewhere; an upload where left out. */
  readonly hosted?: HostedSnapshot | undefined;
}

interface HostedSnapshot {
  readonly source: Source;
  readonly history: HistoryDepth;
  readonly etag: string | undefined;
  readonly visibility: Repository['visibility'];
  /** Whether its owner alone may read it over there; as just found. */
  readonly isPrivate: boolean;
}

/** That a conversation exists; what is said in it is kept elsewhere. */
export interface ConversationNote {
  readonly repositoryId: string;
  /** The viewer's id. */
  readonly viewer: string;
  readonly id: string;
}

interface ShardLoad {
  readonly shard: number;
  /** Those whose rows are there, hidden ones included. */
  readonly snapshots: number;
  /** Of the snapshots that have been indexed. */
  readonly chunks: number;
}

interface PublishedFacts {
  readonly counts: Counts;
  readonly timings: Readonly<Record<string, number>>;
  readonly progress: Progress;
  readonly rowsWritten: number;
}

/** A snapshot whose rows are still to be removed, or will be. */
export interface LeavingSnapshot {
  readonly number: number;
  readonly repositoryId: string;
  readonly shard: number;
}

/** One whose place a newer snapshot of the same version has taken. */
export interface ReplacedSnapshot extends LeavingSnapshot {
  /** Milliseconds since 1970. */
  readonly replacedAt: number;
}

/** What stays known of a snapshot that is gone. */
export interface GoneSnapshot {
  readonly id: string;
  readonly ref: string | undefined;
  readonly commit: string;
  readonly removedAt: number;
}

/** What is known of repositories that lie on a host. */
export interface HostedCatalog {
  /** Repositories of one place there, whoever added them: by its number, or by its name where letter case is all that differs. */
  listHosted(place: GitHubSource): Promise<readonly Repository[]>;
  /** A repository that lies on a host, whoever owns it; undefined where it does not, or is being removed. */
  getHosted(id: string): Promise<Repository | undefined>;
  /** All that come from a host, the longest not refreshed first. */
  listAllHosted(): Promise<readonly Repository[]>;
  /** What it is called now; the same repository. Does nothing where its owner has another of that name. */
  renameHosted(id: string, name: string, source: GitHubSource): Promise<void>;
  /** Who may read it over there: everyone (undefined), or its owner alone, as found when; then nobody else may here either. */
  noteAccess(id: string, access: Repository['access']): Promise<void>;
  /** What shaped a snapshot's manifest. */
  noteCollectedBy(number: number, collectedBy: string): Promise<void>;
  /** The host's name of the state a snapshot holds, once it has been told another. */
  noteEtag(number: number, etag: string | undefined): Promise<void>;
  /** What was last told of the default branch and waits for the running job, a commit or its new name, or undefined for none; the one before is forgotten. */
  setWaitingPush(id: string, told: string | undefined): Promise<void>;
  /** Repositories a push waits of, no job of which runs, and no start of a refresh began since a moment. */
  listWaitingPushes(
    startedBefore: number,
  ): Promise<readonly { readonly id: string; readonly owner: string }[]>;
  /**
   * Lets one alone start the refresh a push waits for, unless another has begun to since the moment given or a job runs.
   * @returns what was told
   */
  claimWaitingPush(id: string, startedBefore: number): Promise<string | undefined>;
  /** Has its start count as begun at a moment, one to come too: none begins before that, and as long after as a start is let be. */
  notePushStart(id: string, startedAt: number): Promise<void>;
  /** The refresh is started, or cannot be: the push waits no more, unless a newer one has come. */
  endPushStart(id: string, told: string): Promise<void>;
  /** Says that the host was asked for anything newer on the default branch, now. */
  noteRefreshed(id: string): Promise<void>;
  /** Records what the host says its default branch is at, as of now. */
  noteHostHead(id: string, head: { readonly ref: string; readonly commit: string }): Promise<void>;
  /** Records that a check of the default branch begins now, whatever its outcome will be. */
  noteHeadCheck(id: string): Promise<void>;
  /** Repositories from a host that were read since a moment and whose last check, also one that failed, was before another; the oldest check first. */
  listUnchecked(usedSince: number, checkedBefore: number, limit: number): Promise<readonly Repository[]>;
  wasDelivered(id: string): Promise<boolean>;
  /** Notes a delivery; those older than a moment are forgotten. */
  noteDelivery(id: string, forgetBefore: number): Promise<void>;
  /** The one the deployment's list calls so, where its host calls it otherwise; in any case of letters. */
  findPopularAs(name: string): Promise<Repository | undefined>;
  notePopularAs(id: string, name: string): Promise<void>;
  /** Hands it to everyone: the deployment keeps it. */
  publishRepository(id: string): Promise<void>;
}

export interface Catalog extends HostedCatalog {
  /**
   * Adds a snapshot and its job, and the repository unless the viewer has one of that name and kind of source.
   * @returns the repository's id and shard. If the repository exists on another shard than `added` names, nothing is added.
   */
  addSnapshot(viewer: Viewer, added: NewSnapshot): Promise<{ repositoryId: string; shard: number }>;
  /** Repositories the viewer may read, newest first; without what was only fetched for questions. */
  listRepositories(viewer: Viewer): Promise<readonly Repository[]>;
  /** Undefined when there is none, or the viewer may not know of it. */
  getRepository(viewer: Viewer, id: string): Promise<Repository | undefined>;
  /**
   * A repository with its snapshots, newest first, as of one moment; undefined as above, and where its owner has lost it over there. Counts as a use of it, which is noted at
   * most once an hour.
   */
  readRepository(
    viewer: Viewer,
    id: string,
  ): Promise<{ repository: Repository; snapshots: readonly Snapshot[] } | undefined>;
  /** The viewer's own repository of that name, from that kind of source: the same name from another kind is another repository. */
  findRepository(viewer: Viewer, name: string, kind: Source['kind']): Promise<Repository | undefined>;
  /** Snapshots of repositories, newest first; of those removed nothing. */
  listSnapshots(repositoryIds: readonly string[]): Promise<readonly Snapshot[]>;
  getSnapshot(number: number): Promise<Snapshot | undefined>;
  /** Snapshots whose place a newer one of the same version has taken; failed ones too, of which a newer try there is. */
  listReplaced(): Promise<readonly ReplacedSnapshot[]>;
  /** Hides snapshots from every read, unless their job runs. */
  hideSnapshots(numbers: readonly number[]): Promise<void>;
  /**
   * Hides all snapshots of one version, unless their job runs or nothing that can be read would be left: asked and done in one step.
   * @returns those hidden
   */
  hideVersion(numbers: readonly number[]): Promise<readonly number[]>;
  /** Snapshots hidden whose rows are still there. */
  listLeaving(): Promise<readonly LeavingSnapshot[]>;
  /** Says that the rows of a hidden snapshot are gone; the last step of its removal. */
  emptied(number: number): Promise<void>;
  /** Snapshots of a repository that are gone or going, the last one first; at most 100. */
  listGone(repositoryId: string): Promise<readonly GoneSnapshot[]>;
  /**
   * Adds a job that builds the next generation of a snapshot.
   * @returns it; undefined where a job of the snapshot runs or it is being removed.
   */
  addRebuild(snapshotNumber: number, jobId: string): Promise<Job | undefined>;
  /** Repositories nobody has read since a moment; those of the names are left out where they are the owner's or everyone's. */
  listUnused(
    since: number,
    kept: { readonly names: readonly string[]; readonly owner: string },
  ): Promise<readonly Pick<Repository, 'id' | 'shard'>[]>;
  /** What was fetched for questions and is kept for a while, with its last use to within five minutes. */
  listLive(): Promise<readonly { readonly id: string; readonly usedAt: number }[]>;
  getJob(id: string): Promise<Job | undefined>;
  /** The job that builds or last built a snapshot. */
  latestJob(snapshotNumber: number): Promise<Job | undefined>;
  /** Moves job and snapshot to a stage. */
  setStage(job: Job, stage: Stage, status: Status): Promise<void>;
  /** What reading the source told. */
  describeSnapshot(
    number: number,
    facts: { commit: string; wrapperFolder: string | undefined },
  ): Promise<void>;
  /** Switches the snapshot to the job's generation: one transaction, after which reads see the new state. */
  publish(job: Job, facts: PublishedFacts): Promise<void>;
  fail(job: Job, failure: Failure, end: FailedEnd): Promise<void>;
  /**
   * Lets a failed job run again where it stopped.
   * @returns false when it does not stand failed, nothing of it is kept any more, or its repository is being removed.
   */
  resume(job: Job): Promise<boolean>;
  /** Says that nothing of a failed job is kept: from now on it cannot be resumed. Of any other it changes nothing. */
  dropKept(job: Job): Promise<void>;
  /** Ends a job without a word, and any keeping: its repository is being removed. */
  cancel(job: Job): Promise<void>;
  /** Notes that a conversation about a repository exists, unless the repository is being removed. @returns whether it is noted. */
  noteConversation(conversation: ConversationNote): Promise<boolean>;
  /** Whether a conversation is noted. */
  hasConversation(conversation: ConversationNote): Promise<boolean>;
  /** The newest first. */
  listConversations(repositoryId: string, limit: number): Promise<readonly ConversationNote[]>;
  forgetConversations(conversations: readonly ConversationNote[]): Promise<void>;
  /** Hides the repository from every read. */
  hideRepository(id: string): Promise<void>;
  /** Repositories hidden and not yet forgotten. */
  listRemoved(): Promise<readonly Pick<Repository, 'id' | 'shard'>[]>;
  /** Whether any repository or snapshot is hidden and not yet removed. */
  isAnyHidden(): Promise<boolean>;
  /** What each index database holds, as far as it holds anything. */
  shardLoads(): Promise<readonly ShardLoad[]>;
  /** Removes its rows; the last step of a removal. */
  forgetRepository(id: string): Promise<void>;
}
