/** Describes repositories and the progress of their jobs: status, counts, rate and time left. */

import { AppError } from '../../core/errors.ts';
import {
  isPopular,
  stages,
  type Counts,
  type Failure,
  type Progress,
  type Repository,
  type Snapshot,
  type Stage,
} from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Job } from '../../ports/catalog.ts';
import type { HistoryJob } from '../../ports/history-jobs.ts';
import type { StageTally } from '../../ports/job-parts.ts';
import { nextRefreshAt } from './refresh-limit.ts';
import { progressByStage } from '../indexing/publish-part.ts';
import type { Services } from '../services.ts';

export interface RepositoryView {
  readonly repository: Repository;
  /** The newest snapshot: ready, being indexed or failed. */
  readonly snapshot: Snapshot;
  readonly stage: Stage | 'queued';
  readonly progress: Progress;
  readonly counts: Counts;
  /** Number of known commits in the history. */
  readonly commits: number;
  /** The job that fetches the history from the host, if there is one. */
  readonly history: HistoryJob | undefined;
  readonly rowsWritten: number;
  readonly percent: number;
  readonly linesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
  /** Why indexing failed. `retryableUntil` is set while the job can be resumed. */
  readonly error: (Failure & { readonly retryableUntil: number | undefined }) | undefined;
  /** Whether the repository is one of the deployment's popular repositories. */
  readonly popular: boolean;
  /** When the version may be indexed again, in milliseconds since 1970; undefined means now. */
  readonly refreshAllowedAt: number | undefined;
  /** The time until which the job is paused, in milliseconds since 1970, and the reason. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
  /** The snapshot that answers questions; undefined until one is ready. */
  readonly served: Snapshot | undefined;
}

/** Percent of the total time, measured on repositories of 20,000 to 500,000 lines. Used only for the progress bar. */
const stagePercent = {
  /** Only for documentation on the web, in addition to the 100 of the other stages. */
  crawl: 40,
  fetch: 10,
  parse: 45,
  link: 8,
  rank: 1,
  embed: 10,
  index: 23,
  publish: 3,
} as const satisfies Record<Stage, number>;

/** @param repositories as the catalog lists them for the viewer */
export async function viewRepositories(
  services: Services,
  repositories: readonly Repository[],
): Promise<readonly RepositoryView[]> {
  const snapshots = await services.catalog.listSnapshots(repositories.map((repository) => repository.id));
  const views = repositories.map((repository) =>
    toView(
      services,
      repository,
      snapshots.filter((snapshot) => snapshot.repositoryId === repository.id),
    ),
  );
  return (await Promise.all(views)).filter((view) => view !== undefined);
}

/** @throws AppError `repository_not_found` */
export async function viewRepository(
  services: Services,
  viewer: Viewer,
  id: string,
): Promise<RepositoryView> {
  const repository = await services.catalog.getRepository(viewer, id);
  const view =
    repository === undefined
      ? undefined
      : await toView(services, repository, await services.catalog.listSnapshots([id]));
  // A repository to which the owner has lost access on the host is treated as missing.
  if (view === undefined || view.repository.access?.lostAt !== undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  return view;
}

async function toView(
  services: Services,
  repository: Repository,
  snapshots: readonly Snapshot[],
): Promise<RepositoryView | undefined> {
  const snapshot = snapshots[0];
  if (snapshot === undefined) return undefined;
  const served = snapshots.find(({ generation }) => generation > 0);
  const popular = isPopular(repository, services.settings.popular);
  const { number, generation } = snapshot;
  const key = { shard: repository.shard, snapshot: number, generation, repository: repository.id };
  const [commits, history] = await Promise.all([
    services.historyStore.countCommits(key),
    repository.source.kind === 'github' ? services.historyJobs.findByVersion(key) : undefined,
  ]);
  const allowedAt = nextRefreshAt(services, snapshots, snapshot.ref);
  const common = { repository, snapshot, served, popular, commits, history, refreshAllowedAt: allowedAt };
  const isWhole = snapshot.status === 'ready' && snapshot.error === undefined;
  const job = isWhole ? undefined : await services.catalog.latestJob(snapshot.number);
  const now = services.clock.now();
  if (job?.state !== 'running') return endedView(common, describeFailure(snapshot, job, now));
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const percent = percentDone(tallies);
  const pausedMs = Object.values(job.pausedMs).reduce((sum, ms) => sum + ms, 0);
  const elapsedMs = now - job.createdAt - pausedMs;
  return {
    ...common,
    stage: snapshot.status === 'queued' ? 'queued' : job.stage,
    progress: progressByStage(tallies),
    counts: liveCounts(tallies),
    rowsWritten: tallies.reduce((sum, tally) => sum + tally.rowsWritten, 0),
    percent,
    linesPerSecond: linesPerSecond(tallies, job, now),
    secondsLeft: percent < 5 ? undefined : Math.round((elapsedMs / percent) * (100 - percent)) / 1000,
    error: undefined,
    waiting: tallies.find((tally) => tally.waiting !== undefined)?.waiting,
  };
}

const uploadFix = 'Retry it: it resumes where it stopped. If it fails there again, upload it again.';
const siteFix =
  'Check the spelling of its address. If the site was down, retry it; if it has moved, add its new address.';

/** Describes the failure with its current fix, which depends on whether the job is still retained. */
function describeFailure(snapshot: Snapshot, job: Job | undefined, now: number): RepositoryView['error'] {
  if (snapshot.error === undefined) return undefined;
  const isRetained = job?.state === 'failed' && job.resumableUntil !== undefined && job.resumableUntil > now;
  if (!isRetained) return { ...snapshot.error, retryableUntil: undefined };
  return {
    ...snapshot.error,
    fix: snapshot.error.code === 'crawl_empty' ? siteFix : uploadFix,
    retryableUntil: job.resumableUntil,
  };
}

function endedView(
  common: Pick<
    RepositoryView,
    'repository' | 'snapshot' | 'served' | 'popular' | 'commits' | 'history' | 'refreshAllowedAt'
  >,
  error: RepositoryView['error'],
): RepositoryView {
  const { snapshot } = common;
  const totalMs = Object.values(snapshot.timings).reduce((sum, ms) => sum + ms, 0);
  const expectedStages = stages.filter(
    (stage) => stage !== 'crawl' || common.repository.source.kind === 'web',
  );
  // A ready snapshot may be older than a stage, and lack its progress.
  const checkedStages = snapshot.status === 'ready' ? [] : expectedStages;
  const unfinished = checkedStages.find((stage) => {
    const progress = snapshot.progress[stage];
    return progress === undefined || progress.done < progress.total;
  });
  return {
    ...common,
    stage: unfinished ?? 'publish',
    progress: snapshot.progress,
    counts: snapshot.counts,
    rowsWritten: snapshot.rowsWritten,
    percent: snapshot.status === 'ready' ? 100 : 0,
    linesPerSecond: totalMs > 0 ? Math.round((snapshot.counts.lines * 1000) / totalMs) : undefined,
    secondsLeft: undefined,
    error,
    waiting: undefined,
  };
}

/** Returns the counts while a job runs. Lines, chunks and symbols are the sums of those that fetch and parse report. */
function liveCounts(tallies: readonly StageTally[]): Counts {
  const countsAt = (stage: Stage): Partial<Counts> =>
    tallies.find((tally) => tally.stage === stage)?.counts ?? {};
  const [fetched, parsed, linked] = [countsAt('fetch'), countsAt('parse'), countsAt('link')];
  return {
    files: Math.max(fetched.files ?? 0, parsed.files ?? 0),
    lines: (fetched.lines ?? 0) + (parsed.lines ?? 0),
    chunks: (fetched.chunks ?? 0) + (parsed.chunks ?? 0),
    symbols: (fetched.symbols ?? 0) + (parsed.symbols ?? 0),
    edges: linked.edges ?? 0,
    skipped: fetched.skipped ?? 0,
  };
}

function percentDone(tallies: readonly StageTally[]): number {
  const percents = tallies.map(
    (tally) => (stagePercent[tally.stage] * tally.done) / Math.max(1, tally.total),
  );
  const isCrawled = tallies.some(({ stage }) => stage === 'crawl');
  const total = isCrawled ? 100 + stagePercent.crawl : 100;
  return Math.min(99, Math.round((100 * percents.reduce((sum, percent) => sum + percent, 0)) / total));
}

function linesPerSecond(tallies: readonly StageTally[], job: Job, now: number): number | undefined {
  const parse = tallies.find((tally) => tally.stage === 'parse');
  if (parse?.startedAt === undefined || parse.counts.lines === 0) return undefined;
  const elapsedMs = Math.max(1, (parse.finishedAt ?? now) - parse.startedAt - (job.pausedMs.parse ?? 0));
  return Math.round((parse.counts.lines * 1000) / elapsedMs);
}
