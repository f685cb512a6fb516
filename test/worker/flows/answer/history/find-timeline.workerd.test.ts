/** Reads the whole timeline of a file that very many commits changed, whatever period, author or end the question asks for. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  findTimeline,
  type TimelineRequest,
} from '../../../../../worker/flows/answer/history/find-timeline.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import {
  resolveSnapshot,
  type ResolvedSnapshot,
} from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { createCommitChain, createCommitId } from '../../../../support/samples/commits.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const path = 'src/oven.ts';
const count = 3_500;
/** The oldest commits, and those of a second author. */
const old = 100;
const second = 1_000;
const base: TimelineRequest = {
  path,
  order: { from: 'newest', position: 1 },
  period: undefined,
  unknownVersions: [],
  author: undefined,
  state: { commits: count, origins: 0, files: 1, isComplete: true, since: undefined, notes: [] },
};

let bench: Workbench;
let resolved: ResolvedSnapshot;
beforeAll(async () => {
  bench = await openWorkbench();
  const { id } = await uploadAndIndex(bench, { [path]: 'export const heat = 200;\n' });
  resolved = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
  const key = toHistoryKey(resolved);
  const commits = createCommitChain(count, (number) => ({
    files: [path],
    author: number % (count / second) < 1 ? 'Ada Byte' : 'Bo Loop',
  }));
  for (let at = 0; at < count; at += 500)
    await bench.services.historyStore.saveCommits(key, commits.slice(at, at + 500));
  await bench.services.historyStore.end(key, {
    tip: createCommitId(`c${count}`),
    since: undefined,
    notes: [],
  });
}, 120_000);

const find = async (request: Partial<TimelineRequest>) =>
  findTimeline(bench.services, toHistoryKey(resolved), { ...base, ...request });
const dates = (
  from: number | undefined,
  to: number | undefined,
): Exclude<TimelineRequest['period'], undefined> => ({
  from,
  to,
  isByDate: true,
  includes: ({ committedAt }) => committedAt >= (from ?? 0) && committedAt < (to ?? Infinity),
  description: 'in that time',
  notes: [],
});

describe('a file with more commits than a page', () => {
  it('counts the commits of an early period', async () => {
    const { statement, commits, isCertain } = await find({ period: dates(undefined, (old + 1) * 1_000) });
    expect(statement).toBe(`${old} commits changed \`${path}\` in that time`);
    expect(commits[0]?.commit.id).toBe(createCommitId(`c${old}`));
    expect(isCertain).toBe(true);
  });

  it('finds the first commit', async () => {
    const { commits, statement } = await find({ order: { from: 'oldest', position: 1 } });
    expect(commits[0]).toMatchObject({ commit: { id: createCommitId('c1') }, reason: 'introduced' });
    expect(statement).toContain('the oldest');
  });

  it('counts all commits of an author, and finds the second oldest', async () => {
    const { historyStore } = bench.services;
    const author = 'Bo Loop';
    const all = await historyStore.timeline(toHistoryKey(resolved), path, { limit: count + 1 });
    const own = all.filter(({ commit }) => commit.author === author);
    const { statement, commits } = await find({ author, order: { from: 'oldest', position: 2 } });
    expect(statement).toBe(
      `${own.length.toLocaleString('en-US')} commits by \`Bo Loop\` changed \`${path}\``,
    );
    expect(commits[0]?.commit.id).toBe(own.at(-2)?.commit.id);
  });

  it('tests every commit for the ancestry of a release', async () => {
    const releases = new Set(Array.from({ length: old }, (_, index) => createCommitId(`c${index + 1}`)));
    const period = {
      ...dates(undefined, 0),
      isByDate: false,
      includes: ({ id }: { id: string }) => releases.has(id),
    };
    const { statement, commits } = await find({ period });
    expect(statement).toContain(`${old} commits`);
    expect(commits[0]?.commit.id).toBe(createCommitId(`c${old}`));
  });

  it('returns the neighbours of a period without commits, and says so', async () => {
    const { statement, commits, isCertain } = await find({ period: dates(700_500, 700_900) });
    expect(statement).toBe(`0 commits changed \`${path}\` in that time; the nearest other commits follow`);
    expect(commits.map(({ commit }) => commit.id)).toEqual([createCommitId('c701'), createCommitId('c700')]);
    expect(isCertain).toBe(false);
  });
});
