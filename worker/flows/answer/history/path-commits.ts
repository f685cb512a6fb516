/** Lists the commits of the files that a question is about, so that a message in other words is still considered. */

import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import type { Services } from '../../services.ts';
import type { HistoryQuery } from './history-finding.ts';

export interface PathCommits {
  readonly commits: readonly CommitRow[];
  /** 1 for a file that the question names or describes, less for one that the search finds. */
  readonly matches: ReadonlyMap<string, number>;
}

const maxCommitsPerPath = 150;
const maxFoundFiles = 2;
const foundMatch = 0.5;

export async function findPathCommits(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  { question, subject, finding, period }: HistoryQuery,
): Promise<PathCommits> {
  if (question?.aspect !== 'which') return { commits: [], matches: new Map() };
  const dates = period?.isByDate === true ? { from: period.from, to: period.to } : {};
  const filter = { ...dates, author: subject?.author };
  const bound = [
    ...(subject?.path === undefined ? [] : [subject.path.path]),
    ...(subject?.symbols ?? []).slice(0, 1).map(({ path }) => path),
  ];
  const found = (finding?.spans ?? [])
    .filter(({ ranked }) => ranked.chunk.role === 'source')
    .map(({ path }) => path)
    .filter((path) => !bound.includes(path));
  const weighted = new Map<string, number>([
    ...[...new Set(found)].slice(0, maxFoundFiles).map((path) => [path, foundMatch] as const),
    ...bound.map((path) => [path, 1] as const),
  ]);
  const timelines = await Promise.all(
    [...weighted].map(async ([path, match]) => ({
      match,
      entries: await historyStore.timeline(key, path, { limit: maxCommitsPerPath, filter }),
    })),
  );
  const matches = new Map<string, number>();
  const commits = new Map<string, CommitRow>();
  for (const { match, entries } of timelines)
    for (const { commit } of entries) {
      commits.set(commit.id, commit);
      matches.set(commit.id, Math.max(matches.get(commit.id) ?? 0, match));
    }
  return { commits: [...commits.values()], matches };
}
