/** Tests GitHub's REST API over real HTTP on loopback: the port's contract, and every error response and failure. */

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createGitHubCodeHost } from '../../../../worker/adapters/github/code-host.ts';
import { codeHostContract } from '../../../contracts/code-host.ts';
import { git } from '../../../support/files/git.ts';
import type { Fault } from '../../../support/github/faults.ts';
import type { RepositoryData } from '../../../support/github/options.ts';
import { readPublishedRest } from '../../../support/github/published-rest.ts';
import { createSampleRepository } from '../../../support/github/sample-repository.ts';
import { startGitHub, type GitHub } from '../../../support/github/start-github.ts';

const published = await readPublishedRest();
const token = 'ghp_ann';
const now = Date.UTC(2026, 0, 1);
const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-host-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(overrides: Partial<RepositoryData> = {}, faults: readonly Fault[] = []) {
  const folder = createFolder();
  const sample = createSampleRepository(folder);
  const github: GitHub = await startGitHub({
    repositories: [
      { owner: 'acme', name: 'harbour', folder, renamedFrom: ['acme/port'], ...overrides },
      { owner: 'acme', name: 'secret', folder, isPrivate: true },
    ],
    tokens: [{ token, login: 'ann', canRead: ['acme/secret'] }],
    faults,
  });
  cleanUps.push(async () => {
    await github.close();
    for (const path of listRequests(github))
      expect([path, published.getOperation(path)]).not.toContain(undefined);
  });
  const requests: { url: string; hasToken: boolean }[] = [];
  const codeHost = createGitHubCodeHost({
    apiUrl: github.url,
    archiveOrigins: [github.codeloadUrl],
    now: () => now,
    fetch: (input, init) => {
      requests.push({ url: String(input), hasToken: new Headers(init?.headers).has('authorization') });
      return fetch(input, init);
    },
  });
  return { codeHost, sample, github, requests, folder };
}

/** Requests to the documented API, without archives and without redirects of renamed repositories. */
function listRequests({ calls }: GitHub): readonly string[] {
  return calls
    .map(({ path }) => new URL(path, 'https://api.github.com').pathname)
    .filter((path) => !/^\/(?:codeload|repositories)\//.test(path));
}

describe('GitHub', () => {
  codeHostContract(async () => {
    const { codeHost, sample, github } = await open();
    return { codeHost, sample, token, login: 'ann', push: (files) => github.push('acme/harbour', { files }) };
  });
});

const harbour = { owner: 'acme', name: 'harbour' };
const describeHarbour = async (faults: readonly Fault[], overrides: Partial<RepositoryData> = {}) =>
  (await open(overrides, faults)).codeHost.describe(harbour, { token: undefined });

describe('an error', () => {
  it.each([
    [
      'a repository blocked by law',
      { blocked: 'dmca' },
      { code: 'source_forbidden', details: { status: 451 } },
    ],
    [
      'a repository blocked by the terms',
      { blocked: 'tos' },
      { code: 'source_forbidden', details: { status: 403 } },
    ],
  ] as const)('for %s is reported', async (_, overrides, error) => {
    await expect(describeHarbour([], overrides)).rejects.toMatchObject(error);
  });

  it('because of a used-up rate limit reports when the limit resets', async () => {
    const limited = await describeHarbour([{ kind: 'primary-limit', on: /repos/, resetInSeconds: 60 }]).catch(
      (error: unknown) => error,
    );
    expect(limited).toMatchObject({ code: 'host_limited', retryable: true });
    // The host's clock may differ from the server's, and a wait is limited to two hours.
    expect(limited).toMatchObject({ details: { retryAt: expect.any(Number) } });
  });

  it.each([403, 429] as const)(
    'because of too many calls (%i) reports the requested wait',
    async (status) => {
      await expect(
        describeHarbour([{ kind: 'secondary-limit', on: /repos/, status, retryAfterSeconds: 7 }]),
      ).rejects.toMatchObject({
        code: 'host_limited',
        details: { retryAt: now + 7_000 },
      });
    },
  );

  it.each([
    { kind: 'bad-gateway', on: /repos/ },
    { kind: 'server-error', on: /repos/ },
    { kind: 'malformed-json', on: /repos/ },
    { kind: 'redirect-loop', on: /repos/ },
    { kind: 'drop', on: /repos/ },
  ] as const)('at the host is reported as a host failure: %o', async (fault) => {
    await expect(describeHarbour([fault])).rejects.toMatchObject({
      code: 'host_unavailable',
      retryable: true,
    });
  });

  it('because the repository is empty is reported as such', async () => {
    const folder = createFolder();
    git(folder, 'init', '--quiet', '--bare');
    const { codeHost } = await open({ folder, defaultBranch: 'main' });
    await expect(codeHost.resolve(harbour, 'main', { token: undefined })).rejects.toMatchObject({
      code: 'archive_empty',
      message: expect.stringContaining('empty'),
    });
  });

  it('never contains the token', async () => {
    const { codeHost } = await open({}, [{ kind: 'bad-gateway', on: /./ }]);
    const error: unknown = await codeHost.describe(harbour, { token }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(token);
  });
});

describe('a ref with slashes', () => {
  it('is separated from a path even if many refs share its prefix', async () => {
    const { codeHost, sample, folder } = await open();
    const [commit = ''] = sample.commits;
    const names = [...Array.from({ length: 1_001 }, (_, at) => `gh/a${at}/head`), 'gh/z/head'];
    const packed = names.map((name) => `${commit} refs/heads/${name}\n`);
    appendFileSync(join(folder, git(folder, 'rev-parse', '--git-path', 'packed-refs')), packed.join(''));
    expect(await codeHost.splitRefAndPath(harbour, 'gh/z/head/src/a', { token: undefined })).toEqual({
      ref: 'gh/z/head',
      path: 'src/a',
    });
  });
});

describe('a token', () => {
  it('is sent only to the API, not to archive servers', async () => {
    const { codeHost, sample, requests, github } = await open();
    const body = await codeHost.archive({ owner: 'acme', name: 'secret' }, sample.commits[0] ?? '', {
      token,
    });
    await body.cancel();
    expect(requests.map(({ url, hasToken }) => [new URL(url).origin, hasToken])).toEqual([
      [github.url, true],
      [github.codeloadUrl, false],
    ]);
  });

  it('is not sent to another origin after a redirect', async () => {
    const { github } = await open();
    const requests: string[] = [];
    const codeHost = createGitHubCodeHost({
      apiUrl: github.url,
      archiveOrigins: [],
      now: () => now,
      fetch: (input, init) => {
        requests.push(String(input));
        return fetch(input, init);
      },
    });
    await expect(codeHost.archive(harbour, 'main', { token })).rejects.toMatchObject({
      code: 'host_unavailable',
    });
    expect(requests).toHaveLength(1);
  });
});

describe('a call', () => {
  it('ends when it is aborted', async () => {
    const { codeHost } = await open({}, [{ kind: 'slow', on: /repos/, beforeHeadersMs: 60_000 }]);
    const called = new AbortController();
    const described = codeHost.describe(harbour, { token: undefined, signal: called.signal });
    called.abort(new Error('called off'));
    await expect(described).rejects.toThrow('called off');
  });

  it('fails its stream when the archive is interrupted', async () => {
    const { codeHost } = await open({}, [{ kind: 'drop', on: /codeload/, afterBytes: 100 }]);
    const body = await codeHost.archive(harbour, 'main', { token: undefined });
    await expect(new Response(body).arrayBuffer()).rejects.toThrow();
  });
});
