/**
 * The stages of a job in order, each waiting, active, done or failed, with counts, percentage and time. Pure, so tests
 * can render any moment of a job.
 */
import type { Repository } from '../../api.ts';
import { isJobRunning } from './is-at-work.ts';

type StageState = 'waiting' | 'working' | 'done' | 'failed';

interface StageRow {
  readonly name: string;
  readonly label: string;
  readonly state: StageState;
  readonly done: number;
  readonly total: number;
  /** 0 to 100. */
  readonly percent: number;
  /** Milliseconds it took; null until it is done. */
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

/** What the first stage reads, by where the files come from. */
const fetchLabels: Partial<Record<Repository['source']['kind'], string>> = {
  github: 'Fetch from GitHub',
  live: 'Fetch selected files from GitHub',
  web: 'Convert pages to files',
};

type Job = Pick<Repository, 'status' | 'stage' | 'progress' | 'timings'> & {
  readonly source?: Pick<Repository['source'], 'kind'>;
};

/** The stages that the server reports and those of every job, in order. Unknown stages come last under their own name. */
export function stageRows(repository: Job): readonly StageRow[] {
  const kind = repository.source?.kind ?? 'upload';
  const always = [
    ...(kind === 'web' ? ['crawl'] : []),
    'fetch',
    'parse',
    'link',
    'rank',
    'embed',
    'index',
    'publish',
  ];
  const named = new Set([...always, ...Object.keys(repository.progress)]);
  const known = labels.filter(([name]) => named.has(name));
  const unknown = [...named]
    .filter((name) => labels.every(([label]) => label !== name))
    .map((name) => [name, name] as const);
  return [...known, ...unknown].map(([name, label]) =>
    stageRow(repository, name, (name === 'fetch' ? fetchLabels[kind] : undefined) ?? label),
  );
}

function stageRow(repository: Job, name: string, label: string): StageRow {
  const { done, total } = repository.progress[name] ?? { done: 0, total: 0 };
  const tookMs = repository.timings[name] ?? null;
  const state = stageState(repository, { name, complete: tookMs !== null || (total > 0 && done >= total) });
  const percent = state === 'done' ? 100 : total === 0 ? 0 : Math.min(100, (100 * done) / total);
  return { name, label, state, done, total, percent, tookMs };
}

function stageState(
  repository: Pick<Repository, 'status' | 'stage'>,
  stage: { readonly name: string; readonly complete: boolean },
): StageState {
  if (repository.status === 'ready') return 'done';
  if (repository.stage === stage.name) return isJobRunning(repository) ? 'working' : 'failed';
  return stage.complete ? 'done' : 'waiting';
}
