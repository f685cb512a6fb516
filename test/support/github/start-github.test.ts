/** Tests the local GitHub's REST API: access, redirects, budgets, pages, archives and pushes. */

import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../files/git.ts';
import { startSampleGitHub, type SampleGitHub } from './sample-github.ts';

let github: SampleGitHub;
beforeAll(async () => {
  github = await startSampleGitHub({
    limits: { filesPerPage: 2, treeEntries: 3, anonymous: 1000, windowMs: 3_600_000 },
  });
});
beforeEach(() => github.setFaults([]));
afterAll(() => github.close());

const readJson = async (response: Response): Promise<Record<string, unknown>> => {
  const body: unknown = await response.json();
  return typeof body === 'object' ? { ...body } : {};
};
const getStatus = async (path: string, token?: string): Promise<number> =>
  (await github.get(path, token)).status;

describe('access', () => {
  it.each([
    ['/repos/acme/harbour', '', 200],
    ['/repos/ACME/Harbour', '', 200],
    ['/repos/acme/secret', '', 404],
    ['/repos/acme/secret', 'stranger', 404],
    ['/repos/acme/secret', 'good', 200],
    ['/repos/acme/harbour', 'old', 401],
    ['/repos/acme/harbour', 'unheard-of', 401],
    ['/repos/acme/harbour', 'narrow', 200],
    ['/repos/acme/harbour/commits/main', 'narrow', 403],
  ])('to %s with the token “%s” has the status %i', async (path, token, status) => {
    expect(await getStatus(path, token)).toBe(status);
  });

  it('is recorded with the caller, but never with the token', async () => {
    await github.get('/repos/acme/secret', 'good');
    await github.get('/repos/acme/secret', '');
    const [first, second] = github.calls.slice(-2);
    expect(first).toEqual({
      method: 'GET',
      path: '/repos/acme/secret',
      status: 200,
      hasToken: true,
      login: 'ann',
    });
    expect(second).toEqual({ method: 'GET', path: '/repos/acme/secret', status: 404, hasToken: false });
    expect(JSON.stringify(github.calls)).not.toContain('good');
  });

  it('is denied to callers without a user agent', async () => {
    const status = await new Promise((settle, fail) => {
      const sent = request(`${github.url}/user`, (response) => settle(response.resume().statusCode));
      sent.on('error', fail).end();
    });
    expect(status).toBe(403);
  });
});

describe('a former name', () => {
  it('redirects all routes to the repository by id', async () => {
    const moved = await github.get('/repos/acme/port/commits/main?page=1');
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toMatch(/\/repositories\/\d+\/commits\/main\?page=1$/);
    const redirected = await fetch(moved.headers.get('location') ?? '', {
      headers: { 'user-agent': 'test' },
    });
    expect((await readJson(redirected))['sha']).toBe(github.commits.at(-1));
  });

  it('returns 404 for a private repository that the caller cannot read', async () => {
    github.change('acme/secret', { renamedFrom: ['acme/hidden'] });
    expect(await getStatus('/repos/acme/hidden', 'stranger')).toBe(404);
    expect(await getStatus('/repos/acme/hidden', 'good')).toBe(301);
  });
});

describe('commits', () => {
  it.each([
    ['main', 3],
    ['heads/main', 3],
    ['refs/tags/v1.0', 1],
    ['v2.0', 3],
  ])('are found by %s', async (ref, index) => {
    const response = await github.get(`/repos/acme/harbour/commits/${encodeURIComponent(ref)}`);
    expect((await readJson(response))['sha']).toBe(github.commits[index]);
  });

  it('are found by a hash prefix, but not by a git expression', async () => {
    const [first = ''] = github.commits;
    const short = await github.get(`/repos/acme/harbour/commits/${first.slice(0, 8)}`);
    expect((await readJson(short))['sha']).toBe(first);
    for (const expression of ['main~1', 'main@{0}', '--all', 'main:README.md', 'main..v1.0'])
      expect(await getStatus(`/repos/acme/harbour/commits/${encodeURIComponent(expression)}`)).toBe(422);
  });

  it('list their files by page, and renamed files with both names', async () => {
    const [first = '', second = ''] = github.commits;
    const commit = await github.get(`/repos/acme/harbour/commits/${first}`);
    expect(commit.headers.get('link')).toMatch(/repositories\/\d+\/commits\/[0-9a-f]+\?page=2>; rel="next"/);
    const two = await github.get(`/repos/acme/harbour/commits/${first}?page=2`);
    const names = [await readJson(commit), await readJson(two)].map(({ files }) => files);
    expect(names).toMatchObject([
      [{ filename: '.gitattributes', status: 'added' }, { filename: '.gitmodules' }],
      [{ filename: 'README.md' }, { filename: 'chart.png', changes: 0 }],
    ]);
    const renamed = await readJson(await github.get(`/repos/acme/harbour/commits/${second}`));
    expect(renamed['files']).toMatchObject([
      { filename: 'src/gauge.py', previous_filename: 'src/reader.py', status: 'renamed' },
    ]);
  });

  it('are compared from their merge base, with at most the limit of files', async () => {
    const forward = await readJson(await github.get('/repos/acme/harbour/compare/v1.0...main'));
    expect(forward).toMatchObject({ status: 'ahead', ahead_by: 3, behind_by: 0 });
    expect(forward['files']).toMatchObject([{ filename: 'src/lamps.py' }, { filename: 'src/lock #1.py' }]);
    const diverged = await readJson(
      await github.get(`/repos/acme/harbour/compare/${github.commits[2]}...feature/lamps`),
    );
    expect(diverged).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1 });
    expect(diverged['files']).toMatchObject([{ filename: 'src/lamps.py' }]);
  });
});

describe('files', () => {
  it('are truncated in a tree with more entries than the limit', async () => {
    const tree = await readJson(await github.get('/repos/acme/harbour/git/trees/main?recursive=1'));
    expect(tree['truncated']).toBe(true);
    expect(tree['tree']).toHaveLength(3);
  });

  it('are sent raw, or in JSON as lines of Base64', async () => {
    const path = '/repos/acme/harbour/contents/src/gauge.py';
    const raw = await github.get(path, '', { accept: 'application/vnd.github.raw+json' });
    const text = await raw.text();
    expect(text).toBe(`${git(github.folder, 'show', 'main:src/gauge.py')}\n`);
    const { content } = await readJson(await github.get(path, ''));
    expect(content).toContain('\n');
    expect(Buffer.from(String(content), 'base64').toString()).toBe(text);
  });

  it('that are symlinks are sent as the target file if it exists', async () => {
    const { type } = await readJson(await github.get('/repos/acme/harbour/contents/nowhere'));
    expect(type).toBe('symlink');
    const raw = { accept: 'application/vnd.github.raw+json' };
    const readHead = async (ref: string): Promise<string> =>
      (await github.get(`/repos/acme/harbour/contents/latest?ref=${ref}`, '', raw)).text();
    expect(await readHead(github.commits[0] ?? '')).toMatch(/^def read_gauge/);
    expect(await readHead('main')).toBe('src/reader.py');
  });
});

const requestArchive = async (name: string, token: string) => {
  const sent = await github.get(`/repos/acme/${name}/tarball/main`, token);
  return sent.headers.get('location') ?? '';
};

describe('archives', () => {
  it('have a separate origin, one top folder and no excluded paths', async () => {
    const location = await requestArchive('harbour', '');
    expect(new URL(location).origin).toBe(github.codeloadUrl);
    expect(github.codeloadUrl).not.toBe(github.url);
    const tar = gunzipSync(Buffer.from(await (await fetch(location)).arrayBuffer())).toString('latin1');
    const commit = github.commits.at(-1) ?? '';
    expect(tar).toContain(`comment=${commit}`);
    expect(tar).toContain(`acme-harbour-${commit.slice(0, 7)}/src/gauge.py\0`);
    expect(tar).toContain('oid sha256:abab');
    expect(tar).not.toContain(`acme-harbour-${commit.slice(0, 7)}/private\0`);
  });

  it('of private repositories are sent only once per signed address', async () => {
    const location = await requestArchive('secret', 'good');
    const [bare = ''] = location.split('?');
    expect((await fetch(bare)).status).toBe(404);
    expect((await fetch(location)).status).toBe(200);
    expect((await fetch(location)).status).toBe(404);
  });
});

describe('budgets', () => {
  it('are spent by every reply except an unchanged one', async () => {
    const first = await github.get('/user', 'stranger');
    const remaining = Number(first.headers.get('x-ratelimit-remaining'));
    const same = await github.get('/user', 'stranger', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([same.status, Number(same.headers.get('x-ratelimit-remaining'))]).toEqual([304, remaining]);
    const next = await github.get('/user', 'stranger');
    expect(Number(next.headers.get('x-ratelimit-remaining'))).toBe(remaining - 1);
    expect(await getStatus('/rate_limit', 'stranger')).toBe(200);
    const last = await github.get('/user', 'stranger');
    expect(Number(last.headers.get('x-ratelimit-remaining'))).toBe(remaining - 2);
  });

  it('of searches are separate and allow ten searches', async () => {
    const search = '/search/code?q=gauge+repo:acme/harbour';
    const before = Number((await github.get('/user', 'good')).headers.get('x-ratelimit-remaining'));
    for (let time = 0; time < 10; time += 1) expect(await getStatus(search)).toBe(200);
    const refused = await github.get(search);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-ratelimit-resource')).toBe('code_search');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    const after = Number((await github.get('/user', 'good')).headers.get('x-ratelimit-remaining'));
    expect(after).toBe(before - 1);
  });
});

describe('a push', () => {
  it('adds a commit and moves the branch', async () => {
    const before = await github.get('/repos/acme/harbour/commits/pushed-to');
    expect(before.status).toBe(422);
    const files = { 'src/new file.py': 'NEW = 1\n', 'README.md': null };
    const commit = await github.push('acme/harbour', { branch: 'pushed-to', message: 'Add one', files });
    const pushed = await readJson(await github.get('/repos/acme/harbour/commits/pushed-to'));
    expect(pushed).toMatchObject({ sha: commit, commit: { message: 'Add one' } });
    expect(pushed['files']).toMatchObject([
      { filename: 'README.md', status: 'removed' },
      { filename: 'src/new file.py', status: 'added' },
    ]);
  });

  it('can force a branch to another commit', async () => {
    const [first = ''] = github.commits;
    await github.push('acme/harbour', { branch: 'moved', to: first });
    const ref = await github.get('/repos/acme/harbour/git/ref/heads/moved');
    expect(await readJson(ref)).toMatchObject({ object: { sha: first } });
  });
});
