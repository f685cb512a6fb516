/** Tests GitHub's history over real HTTP on loopback: with GraphQL if there is a token, with REST otherwise, and its errors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGitHubHistorySource } from '../../../../worker/adapters/github/history-source.ts';
import type { HistorySource } from '../../../../worker/ports/history-source.ts';
import { sampleIssue, samplePullRequest } from '../../../support/github/discussions/discussion-samples.ts';
import { createSampleRepository, type SampleRepository } from '../../../support/github/sample-repository.ts';
import { startGitHub, type GitHub } from '../../../support/github/start-github.ts';
import type { PullRequestData } from '../../../support/github/discussions/discussion-data.ts';

const location = { owner: 'acme', name: 'tool' };
const access = { token: 'good' };
const withoutToken = { token: undefined };
const all = { since: undefined, cursor: undefined };

let sample: SampleRepository;
let github: GitHub;
let source: HistorySource;
let tip: string;
let folder: string;

/** Creates this many pull requests with the same content, each updated a day before the previous one. */
const createPullRequests = (count: number): readonly PullRequestData[] =>
  Array.from({ length: count }, (_, index) => ({
    ...samplePullRequest(sample.commits[2] ?? ''),
    number: 100 + index,
    updatedAt: new Date(Date.UTC(2024, 5, 1) - index * 86_400_000).toISOString(),
  }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wherefore-test-'));
  sample = createSampleRepository(folder);
  tip = sample.commits.at(-1) ?? '';
  github = await startGitHub({
    repositories: [{ ...location, folder, defaultBranch: 'main' }],
    tokens: [{ token: 'good', login: 'ann', canRead: [] }],
  });
  source = createGitHubHistorySource({
    fetch,
    apiUrl: github.url,
    archiveOrigins: [],
    now: () => Date.now(),
  });
});
afterAll(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  github.setFaults([]);
  github.change('acme/tool', {
    pullRequests: [samplePullRequest(sample.commits[2] ?? '')],
    issues: [sampleIssue],
  });
});

describe.each([
  ['with a token', access],
  ['without a token', withoutToken],
])('commits %s', (_, who) => {
  it('are returned with their parents, newest first', async () => {
    const page = await source.commits(location, { head: tip, ...all }, who);
    expect(page.items.map(({ id }) => id).toSorted()).toEqual([...sample.commits, sample.branch].toSorted());
    const [merge] = page.items;
    expect(merge).toMatchObject({
      id: tip,
      parents: [sample.commits[2], sample.branch],
      author: 'Ann',
      isCut: false,
    });
    expect(merge?.message.trim()).toBe('Merge pull request #4 from acme/lamps');
    expect(merge?.committedAt).toBe((1_709_200_000 + 5 * 3600) * 1_000);
    expect(page.next).toBeUndefined();
  });

  it('are excluded if they are older than a given time', async () => {
    const since = (1_709_200_000 + 4 * 3600) * 1_000;
    const page = await source.commits(location, { head: tip, since, cursor: undefined }, who);
    expect(page.items).toHaveLength(2);
  });
});

it('returns a pull request with all comments in order', async () => {
  const { items } = await source.discussions(location, { kind: 'pull-request', ...all }, access);
  expect(items).toHaveLength(1);
  const discussion = items[0]?.discussion;
  expect(discussion).toMatchObject({
    kind: 'pull-request',
    number: 3,
    title: 'Count locks',
    author: 'ann',
    closedAt: Date.UTC(2024, 2, 1, 8),
    mergeCommit: sample.commits[2],
    closes: [2],
    labels: ['locks', 'good first issue'],
    moreComments: 0,
  });
  expect(discussion?.comments.map(({ kind, author, path, line }) => [kind, author, path, line])).toEqual([
    ['comment', 'harbour-robot[bot]', undefined, undefined],
    ['review', 'pilot', undefined, undefined],
    ['review-comment', 'pilot', 'src/lock #1.py', 1],
    ['review-comment', 'ghost', 'src/lock #1.py', 7],
  ]);
  expect(items[0]?.changed?.files).toMatchObject([{ path: 'src/lock #1.py', added: 1, deleted: 1 }]);
});

it('returns an issue with the pull request that closed it', async () => {
  const { items } = await source.discussions(location, { kind: 'issue', ...all }, access);
  expect(items.map(({ discussion }) => discussion)).toMatchObject([
    { kind: 'issue', number: 2, closes: [3], comments: [{ author: 'ghost', body: 'Seen here too.' }] },
  ]);
});

it('returns discussions without a token, with the comments that REST provides', async () => {
  const pulls = await source.discussions(location, { kind: 'pull-request', ...all }, withoutToken);
  expect(pulls.items[0]?.discussion).toMatchObject({ number: 3, mergeCommit: sample.commits[2], closes: [] });
  expect(pulls.items[0]?.discussion.comments.map(({ kind }) => kind).toSorted()).toEqual([
    'comment',
    'review-comment',
    'review-comment',
  ]);
  const issues = await source.discussions(location, { kind: 'issue', ...all }, withoutToken);
  expect(issues.items.map(({ discussion }) => discussion.number)).toEqual([2]);
  expect(source.capabilities(withoutToken).notes.join(' ')).toContain('without a token');
  expect(github.calls.filter(({ path, hasToken }) => path.startsWith('/graphql') && !hasToken)).toEqual([]);
});

it('starts over if the token was added or removed between two pages', async () => {
  for (const kind of ['pull-request', 'issue'] as const) {
    const first = await source.discussions(location, { kind, ...all }, withoutToken);
    const after = await source.discussions(
      location,
      { kind, since: undefined, cursor: '20:Y3Vyc29yOjIw' },
      withoutToken,
    );
    expect(after.items).toEqual(first.items);
    const withToken = await source.discussions(location, { kind, ...all }, access);
    const later = await source.discussions(location, { kind, since: undefined, cursor: '2' }, access);
    expect(later.items).toEqual(withToken.items);
  }
});

it('continues where a page ended, and stops at unchanged discussions', async () => {
  github.change('acme/tool', { pullRequests: createPullRequests(60) });
  const numbers: number[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await source.discussions(
      location,
      { kind: 'pull-request', since: undefined, cursor },
      access,
    );
    numbers.push(...page.items.map(({ discussion }) => discussion.number));
    expect(page.total).toBe(60);
    cursor = page.next;
    pages += 1;
  } while (cursor !== undefined);
  expect([pages, new Set(numbers).size]).toEqual([3, 60]);
  const since = Date.UTC(2024, 5, 1) - 9 * 86_400_000;
  const recent = await source.discussions(
    location,
    { kind: 'pull-request', since, cursor: undefined },
    access,
  );
  expect(recent.items).toHaveLength(10);
  expect(recent.next).toBeUndefined();
});

it('halves a page that the host gives up on, and keeps the smaller size', async () => {
  github.change('acme/tool', { pullRequests: createPullRequests(20) });
  github.setFaults([{ kind: 'bad-gateway', on: /PullRequests/, nth: [1, 2] }]);
  const page = await source.discussions(location, { kind: 'pull-request', ...all }, access);
  expect(page.items).toHaveLength(6);
  const after = await source.discussions(
    location,
    { kind: 'pull-request', since: undefined, cursor: page.next },
    access,
  );
  expect(after.items).toHaveLength(6);
  github.setFaults([{ kind: 'bad-gateway', on: /PullRequests/ }]);
  await expect(source.discussions(location, { kind: 'pull-request', ...all }, access)).rejects.toMatchObject({
    code: 'host_unavailable',
  });
});

it.each([
  ['a limit inside a 200 response', { kind: 'graphql-limit', on: /graphql/ }],
  ['the primary limit', { kind: 'primary-limit', on: /graphql/ }],
  ['the secondary limit', { kind: 'secondary-limit', on: /graphql/ }],
] as const)('reports when the host accepts calls again after %s', async (_, fault) => {
  github.setFaults([fault]);
  const refused = source.commits(location, { head: tip, ...all }, access);
  await expect(refused).rejects.toMatchObject({
    code: 'host_limited',
    details: { retryAt: expect.any(Number) },
  });
});

it.each([
  ['an unknown repository', { owner: 'acme', name: 'none' }, access, 'source_not_found'],
  ['an invalid token', location, { token: 'bad' }, 'token_refused'],
])('rejects %s', async (_, where, who, code) => {
  await expect(source.commits(where, { head: tip, ...all }, who)).rejects.toMatchObject({ code });
});

it('rejects a truncated response', async () => {
  github.setFaults([{ kind: 'malformed-json', on: /graphql/ }]);
  await expect(source.commits(location, { head: tip, ...all }, access)).rejects.toMatchObject({
    code: 'host_unavailable',
  });
});

it('blames existing files even if missing ones are requested too', async () => {
  const paths = ['src/gauge.py', 'never.py', 'README.md'];
  const { runs, budget } = await source.blame(location, { commit: tip, paths }, access);
  expect([...runs.keys()]).toEqual(['src/gauge.py', 'README.md']);
  expect(runs.get('src/gauge.py')).toEqual([{ startLine: 1, endLine: 6, commit: sample.commits[0] }]);
  expect(budget?.remaining).toBeLessThanOrEqual(budget?.limit ?? 0);
});

it('returns commits by id, and omits missing ones', async () => {
  const ids = [tip, '0'.repeat(40), sample.branch];
  const { commits } = await source.commitsById(location, ids, access);
  expect(commits.map(({ id }) => id)).toEqual([tip, sample.branch]);
});

it('returns the files that commits changed, and the old names of renamed files', async () => {
  const [, renamed = '', counted = ''] = sample.commits;
  const { changed, budget } = await source.changedFiles(location, [renamed, counted], access);
  expect(changed.get(renamed)?.files).toMatchObject([{ path: 'src/gauge.py', oldPath: 'src/reader.py' }]);
  expect(changed.get(counted)).toMatchObject({
    moreFiles: 0,
    files: [{ path: 'src/lock #1.py', added: 1, deleted: 1 }],
  });
  expect(budget?.limit).toBe(5_000);
});
