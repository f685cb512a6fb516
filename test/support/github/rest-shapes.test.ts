/** Checks every REST reply of the local GitHub against GitHub's published description of its operation and status. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleIssue, samplePullRequest } from './discussions/discussion-samples.ts';
import { readPublishedRest, type PublishedRest } from './published-rest.ts';
import { servedOperations } from './rest/answer-rest.ts';
import { createSampleRepository, type SampleRepository } from './sample-repository.ts';
import { startGitHub, type GitHub } from './start-github.ts';
import { git } from '../files/git.ts';

const folder = mkdtempSync(join(tmpdir(), 'wherefore-github-'));
const emptyFolder = mkdtempSync(join(tmpdir(), 'wherefore-github-'));
let published: PublishedRest;
let github: GitHub;
let sample: SampleRepository;

beforeAll(async () => {
  sample = createSampleRepository(folder);
  git(emptyFolder, 'init', '--quiet', '--bare');
  const pullRequests = [samplePullRequest(sample.commits[2] ?? '')];
  const tool = { owner: 'acme', folder, pullRequests, issues: [sampleIssue] };
  published = await readPublishedRest();
  github = await startGitHub({
    repositories: [
      { ...tool, name: 'harbour', renamedFrom: ['acme/port'] },
      { ...tool, name: 'secret', isPrivate: true },
      { ...tool, name: 'taken', blocked: 'dmca' },
      { ...tool, name: 'banned', blocked: 'tos' },
      { owner: 'acme', name: 'empty', folder: emptyFolder },
    ],
    tokens: [
      { token: 'good', login: 'ann', canRead: ['acme/secret'] },
      { token: 'narrow', login: 'bob', canRead: [], lacksRight: ['acme/harbour'] },
    ],
    limits: { filesPerPage: 2 },
  });
});
afterAll(async () => {
  await github.close();
  for (const path of [folder, emptyFolder]) rmSync(path, { recursive: true });
});

interface RequestOptions {
  readonly token?: string;
  readonly accept?: string;
  readonly etag?: string;
}

/** Sends a request without following redirects, and returns the reply with its problems. */
async function send(path: string, { token = 'good', accept, etag }: RequestOptions = {}) {
  const headers = {
    'user-agent': 'test',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(accept === undefined ? {} : { accept }),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
  const response = await fetch(`${github.url}${path}`, { headers, redirect: 'manual' });
  const text = await response.text();
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const isJson = mediaType === 'application/json';
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  const [pathWithoutQuery = ''] = path.replace('/git/refs/', '/git/ref/').split('?');
  const faults = published.findProblems({ path: pathWithoutQuery, status: response.status, mediaType, body });
  return { status: response.status, body, faults, etag: response.headers.get('etag') ?? '' };
}

const harbourPath = (path: string): string => `/repos/acme/harbour${path}`;

const expectedAnswers: readonly (readonly [string, number, string, RequestOptions?])[] = [
  ['/user', 200, 'users/get-authenticated'],
  ['/user', 401, 'users/get-authenticated', { token: '' }],
  ['/user', 401, 'users/get-authenticated', { token: 'bad' }],
  ['/rate_limit', 200, 'rate-limit/get'],
  ['/rate_limit', 200, 'rate-limit/get', { token: '' }],
  [harbourPath(''), 200, 'repos/get'],
  ['/repos/acme/secret', 200, 'repos/get'],
  ['/repos/acme/secret', 404, 'repos/get', { token: '' }],
  ['/repos/acme/none', 404, 'repos/get'],
  ['/repos/acme/port', 301, 'repos/get'],
  ['/repos/acme/taken', 451, 'repos/get'],
  ['/repos/acme/banned', 403, 'repos/get'],
  [harbourPath('/commits/main'), 200, 'repos/get-commit'],
  [harbourPath('/commits/feature/lamps'), 200, 'repos/get-commit'],
  [harbourPath('/commits/v2.0?page=2'), 200, 'repos/get-commit'],
  [harbourPath('/commits/none'), 422, 'repos/get-commit'],
  [harbourPath('/commits/main'), 403, 'repos/get-commit', { token: 'narrow' }],
  ['/repos/acme/empty/commits/main', 409, 'repos/get-commit'],
  [harbourPath('/commits?since=2024-02-29T00:00:00Z&per_page=2'), 200, 'repos/list-commits'],
  ['/repos/acme/empty/commits', 409, 'repos/list-commits'],
  [harbourPath('/branches?per_page=1'), 200, 'repos/list-branches'],
  [harbourPath('/tags'), 200, 'repos/list-tags'],
  [harbourPath('/git/ref/heads/feature/lamps'), 200, 'git/get-ref'],
  [harbourPath('/git/refs/tags/v2.0'), 200, 'git/get-ref'],
  [harbourPath('/git/ref/heads/feature'), 404, 'git/get-ref'],
  ['/repos/acme/empty/git/ref/heads/main', 409, 'git/get-ref'],
  [harbourPath('/git/matching-refs/heads/fea'), 200, 'git/list-matching-refs'],
  [harbourPath('/git/matching-refs/tags/none'), 200, 'git/list-matching-refs'],
  [harbourPath('/git/trees/main'), 200, 'git/get-tree'],
  [harbourPath('/git/trees/main?recursive=1'), 200, 'git/get-tree'],
  [harbourPath('/git/trees/none'), 404, 'git/get-tree'],
  ['/repos/acme/empty/git/trees/main', 409, 'git/get-tree'],
  [harbourPath('/contents/src/gauge.py'), 200, 'repos/get-content'],
  [harbourPath('/contents/src/lock%20%231.py?ref=v1.0'), 200, 'repos/get-content'],
  [harbourPath('/contents/src'), 200, 'repos/get-content'],
  [harbourPath('/contents/nowhere'), 200, 'repos/get-content'],
  [harbourPath('/contents/lamp'), 200, 'repos/get-content'],
  [harbourPath('/contents/none'), 404, 'repos/get-content'],
  [harbourPath('/contents/README.md?ref=none'), 404, 'repos/get-content'],
  [harbourPath('/compare/v1.0...main'), 200, 'repos/compare-commits-with-basehead'],
  [harbourPath('/compare/main...feature/lamps'), 200, 'repos/compare-commits-with-basehead'],
  [harbourPath('/compare/none...main'), 404, 'repos/compare-commits-with-basehead'],
  [harbourPath('/tarball/main'), 302, 'repos/download-tarball-archive'],
  [harbourPath('/tarball/none'), 404, 'repos/download-tarball-archive'],
  ['/search/code?q=gauge+repo:acme/harbour', 200, 'search/code'],
  ['/search/code?q=gauge+repo:acme/harbour', 401, 'search/code', { token: '' }],
  ['/search/code', 422, 'search/code'],
  ['/search/code?q=gauge+repo:acme/none', 422, 'search/code'],
  [harbourPath('/issues?state=all'), 200, 'issues/list-for-repo'],
  [harbourPath('/pulls?state=closed'), 200, 'pulls/list'],
  [harbourPath('/issues/comments'), 200, 'issues/list-comments-for-repo'],
  [harbourPath('/pulls/comments'), 200, 'pulls/list-review-comments-for-repo'],
];

describe('REST replies', () => {
  const cases = expectedAnswers.map(([path, status, operation, options]) => ({
    path,
    status,
    operation,
    options,
  }));
  it.each(cases)(
    'to $path with status $status match the description',
    async ({ path, status, operation, options }) => {
      const answer = await send(path, options);
      expect(answer.status).toBe(status);
      expect(answer.faults).toEqual([]);
      const [pathWithoutQuery = ''] = path.replace('/git/refs/', '/git/ref/').split('?');
      expect(published.getOperation(pathWithoutQuery)).toBe(operation);
    },
  );

  it('with status 304 match the description', async () => {
    const { etag } = await send('/user');
    const unchangedReply = await send('/user', { etag });
    expect(unchangedReply).toMatchObject({ status: 304, body: undefined, faults: [] });
  });

  it('that contain only a hash match the description', async () => {
    const answer = await send(harbourPath('/commits/main'), { accept: 'application/vnd.github.sha' });
    expect(answer).toMatchObject({ status: 200, body: sample.commits.at(-1), faults: [] });
  });

  it('for blobs and annotated tags match the description', async () => {
    const blob = git(folder, 'rev-parse', 'main:chart.png');
    const tag = git(folder, 'rev-parse', 'v2.0');
    expect(await send(harbourPath(`/git/blobs/${blob}`))).toMatchObject({ status: 200, faults: [] });
    expect(await send(harbourPath(`/git/blobs/${'0'.repeat(40)}`))).toMatchObject({
      status: 404,
      faults: [],
    });
    expect(await send(harbourPath(`/git/tags/${tag}`))).toMatchObject({ status: 200, faults: [] });
    expect(await send(harbourPath(`/git/tags/${blob}`))).toMatchObject({ status: 404, faults: [] });
  });
});

describe('errors', () => {
  it.each([
    [{ kind: 'primary-limit' }, 403],
    [{ kind: 'secondary-limit' }, 403],
    [{ kind: 'secondary-limit', status: 429 }, 429],
    [{ kind: 'bad-gateway' }, 502],
  ] as const)('for the fault %o match the description with status %i', async (kind, status) => {
    github.setFaults([{ ...kind, on: /^GET \/user/ }]);
    expect(await send('/user')).toMatchObject({ status, faults: [] });
    github.setFaults([]);
  });

  it('for a spent budget match the description', async () => {
    const limited = await startGitHub({ repositories: [], limits: { anonymous: 1 } });
    onTestFinished(() => limited.close());
    const get = () => fetch(`${limited.url}/user`, { headers: { 'user-agent': 'test' } });
    await get();
    const refused = await get();
    const body: unknown = await refused.json();
    const faults = published.findProblems({
      path: '/user',
      status: refused.status,
      mediaType: 'application/json',
      body,
    });
    expect([refused.status, refused.headers.get('x-ratelimit-remaining'), faults]).toEqual([403, '0', []]);
  });
});

describe('the test cases', () => {
  it('cover every operation that is served', () => {
    const requestedOperations = new Set(
      expectedAnswers.filter(([, status]) => status < 400).map(([, , operation]) => operation),
    );
    expect([...requestedOperations, 'git/get-blob', 'git/get-tag'].sort()).toEqual(
      [...servedOperations].sort(),
    );
  });
});

describe('the published description', () => {
  it('rejects a reply that lacks a field', () => {
    const body = { id: 1, name: 'harbour' };
    const faults = published.findProblems({
      path: harbourPath(''),
      status: 200,
      mediaType: 'application/json',
      body,
    });
    expect(faults).toContain(" must have required property 'owner'");
  });

  it('has no operation for an unknown path', () => {
    expect(published.getOperation('/nowhere/at/all')).toBeUndefined();
  });
});
