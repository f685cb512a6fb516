/** Repositories as a person follows them: status, counts, rate and time left, live while a job runs. */

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
} from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Job } from '../../ports/catalog.ts';
import type { HistoryJob } from '../../ports/history-jobs.ts';
import type { StageTally } from '../../ports/job-parts.ts';
import { refreshAllowedAt } from './add-repository.ts';
import { progressOf } from '../indexing/publish-part.ts';
import type { Services } from '../services.ts';

export interface RepositoryView {
  readonly repository: Repository;
  /** The newest snapshot: ready, on its way or failed. */
  readonly snapshot: Snapshot;
  readonly stage: Stage | 'queued';
  readonly progress: Progress;
  readonly counts: Counts;
  /** Commits of its history that are known. */
  readonly commits: number;
  /** Of what is fetched of its past from its host; undefined where nothing is. */
  readonly history: HistoryJob | undefined;
  readonly rowsWritten: number;
  readonly percent: number;
  readonly linesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
  /** Why it failed; `retryableUntil` while it can be taken up again where it stopped. */
  readonly error: (Failure & { readonly retryableUntil: number | undefined }) | undefined;
  /** Whether the deployment keeps it for everyone. */
  readonly popular: boolean;
  /** When its version may be uploaded again, in milliseconds since 1970; undefined where it may be now. */
  readonly refreshAllowedAt: number | undefined;
  /** Until when its indexing waits by itself, in milliseconds since 1970, and what for. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
  /** The snapshot questions are answered from; undefined until one is ready. */
  readonly served: Snapshot | undefined;
}

/** Shares of the whole, as measured on repositories of 20,000 to 500,000 lines; they only pace the bar. */
const stageShare = {
  /** Of documentation on the web alone: beside the hundred of the others. */
  crawl: 40,
  fetch: 10,
  parse: 45,
  link: 8,
  rank: 1,
  embed: 10,
  index: 23,
  publish: 3,
} as const satisfies Record<Stage, number>;

export async function listRepositories(
  services: Services,
  viewer: Viewer,
): Promise<readonly RepositoryView[]> {
  const repositories = await services.catalog.listRepositories(viewer);
  const snapshots = await services.catalog.listSnapshots(repositories.map((repository) => repository.id));
  const views = repositories.map((repository) =>
    viewOf(
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
      : await viewOf(services, repository, await services.catalog.listSnapshots([id]));
  // Over there it is its owner's no more.
  if (view === undefined || view.repository.access?.lostAt !== undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  return view;
}

async function viewOf(
  services: Services,
  repository: Repository,
  snapshots: readonly Snapshot[],
): Promise<RepositoryView | undefined> {
  const snapshot = snapshots[0];
  if (snapshot === undefined) return undefined;
  const served = snapshots.find((one) => one.generation > 0);
  const popular = isPopular(repository, services.settings.popular);
  const { number, generation } = snapshot;
  const key = { shard: repository.shard, snapshot: number, generation, repository: repository.id };
  const [commits, history] = await Promise.all([
    services.historyStore.countCommits(key),
    repository.source.kind === 'github' ? services.historyJobs.ofVersion(key) : undefined,
  ]);
  const allowedAt = refreshAllowedAt(services, snapshots, snapshot.ref);
  const of = { repository, snapshot, served, popular, commits, history, refreshAllowedAt: allowedAt };
  const isWhole = snapshot.status === 'ready' && snapshot.error === undefined;
  const job = isWhole ? undefined : await services.catalog.latestJob(snapshot.number);
  const now = services.clock.now();
  if (job?.state !== 'running') return endedView(of, failureOf(snapshot, job, now));
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const percent = percentOf(tallies);
  const pausedMs = Object.values(job.pausedMs).reduce((sum, ms) => sum + ms, 0);
  const elapsedMs = now - job.createdAt - pausedMs;
  return {
    ...of,
    stage: snapshot.status === 'queued' ? 'queued' : job.stage,
    progress: progressOf(tallies),
    counts: liveCounts(tallies),
    rowsWritten: tallies.reduce((sum, tally) => sum + tally.rowsWritten, 0),
    percent,
    linesPerSecond: rateOf(tallies, job, now),
    secondsLeft: percent < 5 ? undefined : Math.round((elapsedMs / percent) * (100 - percent)) / 1000,
    error: undefined,
    waiting: tallies.find((tally) => tally.waiting !== undefined)?.waiting,
  };
}

const ofUpload = 'Retry it: it goes on from where it stopped. If it fails there again, upload it again.';
const ofSite =
  'Check that its address is spelt right. If the site was down, retry it; if it lies elsewhere by now, add the address there.';

/** A failure as things stand: what can be done about it changes while its job is kept, and afterwards. */
function failureOf(snapshot: Snapshot, job: Job | undefined, now: number): RepositoryView['error'] {
  if (snapshot.error === undefined) return undefined;
  const isKept = job?.state === 'failed' && job.keptUntil !== undefined && job.keptUntil > now;
  if (!isKept) return { ...snapshot.error, retryableUntil: undefined };
  return {
    ...snapshot.error,
    fix: snapshot.error.code === 'crawl_empty' ? ofSite : ofUpload,
    retryableUntil: job.keptUntil,
  };
}

function endedView(
  of: Pick<
    RepositoryView,
    'repository' | 'snapshot' | 'served' | 'popular' | 'commits' | 'history' | 'refreshAllowedAt'
  >,
  error: RepositoryView['error'],
): RepositoryView {
  const { snapshot } = of;
  const totalMs = Object.values(snapshot.timings).reduce((sum, ms) => sum + ms, 0);
  // What is ready may be of before there was a stage.
  const ofIts = stages.filter((stage) => stage !== 'crawl' || of.repository.source.kind === 'web');
  const open = snapshot.status === 'ready' ? [] : ofIts;
  const unfinished = open.find((stage) => {
    const at = snapshot.progress[stage];
    return at === undefined || at.done < at.total;
  });
  return {
    ...of,
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

/** What is known while a job runs: skipped from fetch, edges from link, files from fetch or parse, whichever has seen more, the rest from both. */
function liveCounts(tallies: readonly StageTally[]): Counts {
  const of = (stage: Stage): Partial<Counts> => tallies.find((tally) => tally.stage === stage)?.counts ?? {};
  const [fetched, parsed, linked] = [of('fetch'), of('parse'), of('link')];
  return {
    files: Math.max(fetched.files ?? 0, parsed.files ?? 0),
    lines: (fetched.lines ?? 0) + (parsed.lines ?? 0),
    chunks: (fetched.chunks ?? 0) + (parsed.chunks ?? 0),
    symbols: (fetched.symbols ?? 0) + (parsed.symbols ?? 0),
    edges: linked.edges ?? 0,
    skipped: fetched.skipped ?? 0,
  };
}

function percentOf(tallies: readonly StageTally[]): number {
  const shares = tallies.map((tally) => (stageShare[tally.stage] * tally.done) / Math.max(1, tally.total));
  const isCrawled = tallies.some(({ stage }) => stage === 'crawl');
  const whole = isCrawled ? 100 + stageShare.crawl : 100;
  return Math.min(99, Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / whole));
}

function rateOf(tallies: readonly StageTally[], job: Job, now: number): number | undefined {
  const parse = tallies.find((tally) => tally.stage === 'parse');
  if (parse?.startedAt === undefined || parse.counts.lines === 0) return undefined;
  const elapsedMs = Math.max(1, (parse.finishedAt ?? now) - parse.startedAt - (job.pausedMs.parse ?? 0));
  return Math.round((parse.counts.lines * 1000) / elapsedMs);
}
