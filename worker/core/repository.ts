/** Repositories, their snapshots, and the stages a snapshot goes through until questions can be asked of it. */

import type { HistoryDepth, Source } from './source.ts';
import { openModeViewer } from './viewer.ts';

/** The stages of a job, in order; `crawl` of documentation on the web alone. */
export const stages = ['crawl', 'fetch', 'parse', 'link', 'rank', 'embed', 'index', 'publish'] as const;
export type Stage = (typeof stages)[number];

export type Status = 'queued' | 'fetching' | 'parsing' | 'indexing' | 'embedding' | 'ready' | 'failed';

/** What a person is told while a stage is at work. */
export const statusOfStage = {
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
  /** Of a source its owner alone may read: when that was last found so, and since when it is no more. Undefined of any other. */
  readonly access: { readonly checkedAt: number; readonly lostAt: number | undefined } | undefined;
  /** The commit of a push, or the branch that has become the default one, whose refresh waits for the indexing at work. */
  readonly waitingPush?: string | undefined;
  /** When its host was last asked for anything newer on its default branch; milliseconds since 1970. */
  readonly refreshedAt?: number | undefined;
  /** The commit its default branch was at when its host last said so. */
  readonly hostHead?: HostHead | undefined;
  /** What the deployment's list of those it keeps for everyone calls it, where its host calls it otherwise. */
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
 * Whether a deployment keeps it for everyone: a repository of a host that the setting names, and public or the deployment's own. An
 * upload may have any name.
 * @param names the setting `popular`
 */
export function isPopular(
  {
    name,
    owner,
    visibility,
    popularAs,
    source,
  }: Pick<Repository, 'name' | 'owner' | 'visibility' | 'popularAs' | 'source'>,
  names: readonly string[],
): boolean {
  const own = [name, popularAs].map((one) => one?.toLowerCase());
  const isNamed = names.some((one) => own.includes(one.toLowerCase()));
  return isNamed && source.kind === 'github' && (visibility === 'public' || owner === openModeViewer.id);
}

/** One state of a repository: a commit, reached by branch, tag or upload. */
export interface Snapshot {
  readonly number: number;
  readonly id: string;
  readonly repositoryId: string;
  readonly ref: string | undefined;
  /** Commit id, or `tree-<hash>` of its files where the source names none; empty until the source has been read. */
  readonly commit: string;
  readonly subdirectory: string | undefined;
  readonly wrapperFolder: string | undefined;
  readonly status: Status;
  /** The published state reads are pinned to; 0 until there is one. */
  readonly generation: number;
  readonly counts: Counts;
  /** Milliseconds per finished stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** Parts by stage, as they were when the job ended. */
  readonly progress: Progress;
  readonly rowsWritten: number;
  readonly error: Failure | undefined;
  readonly createdAt: number;
  readonly readyAt: number | undefined;
  /** How much of its past is fetched; undefined where it was uploaded. */
  readonly history: HistoryDepth | undefined;
  /** What the host calls this state of its ref. */
  readonly etag: string | undefined;
  /** What shaped its manifest, as one word. */
  readonly collectedBy: string | undefined;
}

export type Progress = Readonly<Record<string, { readonly done: number; readonly total: number }>>;

export interface Counts {
  readonly files: number;
  readonly lines: number;
  readonly chunks: number;
  readonly symbols: number;
  /** References to definitions and files of the repository, and to packages outside it. */
  readonly edges: number;
  readonly skipped: number;
}

export const noCounts: Counts = { files: 0, lines: 0, chunks: 0, symbols: 0, edges: 0, skipped: 0 };

/** Why a job ended without a snapshot to ask about. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A published state of a snapshot: all a read of the index needs to know. */
export interface SnapshotKey {
  readonly shard: number;
  readonly snapshot: number;
  readonly generation: number;
  /**
   * Collects the paths of files whose stored text does not match its hash; reads then leave that text out. Without it they throw
   * `content_damaged`.
   */
  readonly damaged?: Set<string>;
}

/** What is to be removed of a snapshot: one generation, or all of it. */
export interface RemovedState {
  readonly shard: number;
  readonly snapshot: number;
  readonly generation: number | undefined;
}
