/** Repositories, their snapshots, and the stages in which a snapshot is indexed. */

import type { HistoryDepth, Source } from './source.ts';
import { deployment } from '../viewer.ts';

/** The stages of a job, in order; only web documentation has `crawl`. */
export const stages = ['crawl', 'fetch', 'parse', 'link', 'rank', 'embed', 'index', 'publish'] as const;
export type Stage = (typeof stages)[number];

/** `history` is part of the wire format, but no snapshot has it. */
export const statuses = [
  'queued',
  'fetching',
  'parsing',
  'indexing',
  'embedding',
  'history',
  'ready',
  'failed',
] as const;
export type Status = Exclude<(typeof statuses)[number], 'history'>;

/** The status that users see during a stage. */
export const stageStatuses = {
  crawl: 'fetching',
  fetch: 'fetching',
  parse: 'parsing',
  link: 'indexing',
  rank: 'indexing',
  embed: 'embedding',
  index: 'indexing',
  publish: 'indexing',
} as const satisfies Record<Stage, Status>;

export interface Repository {
  readonly id: string;
  readonly owner: string;
  readonly visibility: 'private' | 'public';
  readonly name: string;
  readonly shard: number;
  readonly createdAt: number;
  readonly source: Source;
  /** For a private source: when the owner's access was last confirmed, and when it was lost. */
  readonly access: { readonly checkedAt: number; readonly lostAt: number | undefined } | undefined;
  /** The pushed commit, or the new default branch, whose refresh waits until the running job ends. */
  readonly waitingPush?: string | undefined;
  /** When the default branch was last checked for new commits; milliseconds since 1970. */
  readonly refreshedAt?: number | undefined;
  /** The last known head of its default branch. */
  readonly hostHead?: HostHead | undefined;
  /** When its host last confirmed that everyone may read it; milliseconds since 1970. */
  readonly publicCheckedAt?: number | undefined;
  /** Its name in the `POPULAR` setting, if the host uses another name. */
  readonly popularAs?: string | undefined;
}

export interface HostHead {
  /** The default branch. */
  readonly ref: string;
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/**
 * Whether the deployment indexes the repository for everyone: the setting lists it, it is on a host, and it is the
 * deployment's own. Uploads do not count, since they may have any name, nor do those of users, who may publish any ref of it.
 * @param names the setting `popular`
 */
export function isPopular(
  { name, owner, popularAs, source }: Pick<Repository, 'name' | 'owner' | 'popularAs' | 'source'>,
  names: readonly string[],
): boolean {
  const ownNames = [name, popularAs].map((ownName) => ownName?.toLowerCase());
  const isListed = names.some((listedName) => ownNames.includes(listedName.toLowerCase()));
  return isListed && source.kind === 'github' && owner === deployment.id;
}

/** Whether everyone who reaches the server may read the repository: it is public, or the deployment's own and not private on its host. */
export function isOpenToEveryone({
  owner,
  visibility,
  access,
}: Pick<Repository, 'owner' | 'visibility' | 'access'>): boolean {
  return visibility === 'public' || (owner === deployment.id && access === undefined);
}

/** One state of a repository: a commit of a branch, tag or upload. */
export interface Snapshot {
  readonly number: number;
  readonly id: string;
  readonly repositoryId: string;
  readonly ref: string | undefined;
  /** Commit id, or `tree-<hash>` of its files if the source has none; empty until the source has been read. */
  readonly commit: string;
  readonly subdirectory: string | undefined;
  readonly wrapperFolder: string | undefined;
  readonly status: Status;
  /** The published generation that reads use; 0 until there is one. */
  readonly generation: number;
  readonly counts: Counts;
  /** Milliseconds per finished stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** Parts by stage when the job ended. */
  readonly progress: Progress;
  readonly rowsWritten: number;
  readonly error: Failure | undefined;
  readonly createdAt: number;
  readonly readyAt: number | undefined;
  /** How much history is fetched; undefined for an upload. */
  readonly history: HistoryDepth | undefined;
  /** The host's ETag for this state of the ref. */
  readonly etag: string | undefined;
  /** Fingerprint of the settings that shaped its manifest. */
  readonly collectedBy: string | undefined;
}

export type Progress = Readonly<Record<string, { readonly done: number; readonly total: number }>>;

export interface Counts {
  readonly files: number;
  readonly lines: number;
  readonly chunks: number;
  readonly symbols: number;
  /** References to definitions and files of the repository, and to external packages. */
  readonly edges: number;
  readonly skipped: number;
}

export const zeroCounts: Counts = { files: 0, lines: 0, chunks: 0, symbols: 0, edges: 0, skipped: 0 };

/** Why a job failed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Identifies a published generation of a snapshot for reads of the index. */
export interface SnapshotKey {
  readonly shard: number;
  readonly snapshot: number;
  readonly generation: number;
  /**
   * Collects the paths of files whose stored text does not match its hash; reads then omit that text. Without it they throw
   * `content_damaged`.
   */
  readonly damaged?: Set<string>;
}

/** The part of a snapshot to delete: one generation, or all of it. */
export interface SnapshotRemoval {
  readonly shard: number;
  readonly snapshot: number;
  readonly generation: number | undefined;
}
