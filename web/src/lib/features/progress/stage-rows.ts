/**
 * The stages of a job in order, each waiting, active, done or failed, with counts, percentage and time. Pure, so that
 * tests can check every state of a job.
 */
import type { Repository } from '../../api.ts';
import { isJobRunning } from './is-job-running.ts';

type StageState = 'waiting' | 'working' | 'done' | 'failed';

interface StageRow {
  readonly name: string;
  readonly label: string;
  readonly state: StageState;
  readonly done: number;
  readonly total: number;
  /** 0 to 100. */
  readonly percent: number;
  /** The duration in milliseconds; null until the stage is done. */
  readonly tookMs: number | null;
}

const labels: readonly (readonly [string, string])[] = [
  ['crawl', 'Crawl the pages'],
  ['fetch', 'Read the archive'],
  ['parse', 'Parse and chunk files'],
  ['link', 'Resolve references'],
  ['rank', 'Rank files and definitions'],
  ['embed', 'Embed chunks'],
  ['index', 'Build the search index'],
  ['history', 'Read the history'],
  ['publish', 'Publish'],
];

/** Labels of the `fetch` stage for kinds of sources that have their own. */
const fetchLabels: Partial<Record<Repository['source']['kind'], string>> = {
  github: 'Fetch from GitHub',
  live: 'Fetch selected files from GitHub',
  web: 'Convert pages to files',
};

type Job = Pick<Repository, 'status' | 'stage' | 'progress' | 'timings'> & {
  readonly source?: Pick<Repository['source'], 'kind'>;
};

/** Lists the stages of every job and those that the server reports, in order. An unknown stage comes last, under its own name. */
export function stageRows(repository: Job): readonly StageRow[] {
  const kind = repository.source?.kind ?? 'upload';
  const standardNames = [
    ...(kind === 'web' ? ['crawl'] : []),
    'fetch',
    'parse',
    'link',
    'rank',
    'embed',
    'index',
    'publish',
  ];
  const names = new Set([...standardNames, ...Object.keys(repository.progress)]);
  const knownStages = labels.filter(([name]) => names.has(name));
  const unknownStages = [...names]
    .filter((name) => labels.every(([knownName]) => knownName !== name))
    .map((name) => [name, name] as const);
  return [...knownStages, ...unknownStages].map(([name, label]) =>
    createStageRow(repository, name, (name === 'fetch' ? fetchLabels[kind] : undefined) ?? label),
  );
}

function createStageRow(repository: Job, name: string, label: string): StageRow {
  const { done, total } = repository.progress[name] ?? { done: 0, total: 0 };
  const tookMs = repository.timings[name] ?? null;
  const state = readStageState(repository, {
    name,
    isComplete: tookMs !== null || (total > 0 && done >= total),
  });
  const percent = state === 'done' ? 100 : total === 0 ? 0 : Math.min(100, (100 * done) / total);
  return { name, label, state, done, total, percent, tookMs };
}

function readStageState(
  repository: Pick<Repository, 'status' | 'stage'>,
  stage: { readonly name: string; readonly isComplete: boolean },
): StageState {
  if (repository.status === 'ready') return 'done';
  if (repository.stage === stage.name) return isJobRunning(repository) ? 'working' : 'failed';
  return stage.isComplete ? 'done' : 'waiting';
}
