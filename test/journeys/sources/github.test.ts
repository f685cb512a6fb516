/** Users add repositories on a local GitHub by pasting a name or an address. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { createSampleRepository, type SampleRepository } from '../../support/github/sample-repository.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const token = 'ghp_ann_0123456789';
const key = Buffer.alloc(32, 7).toString('base64');
let folder: string;
let sample: SampleRepository;
let github: GitHub;
let journey: JourneyServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-github-'));
  sample = createSampleRepository(folder);
  github = await startGitHub({
    repositories: [
      {
        owner: 'acme',
        name: 'harbour',
        folder,
        renamedFrom: ['acme/port'],
        description: 'Computes the tide',
      },
      { owner: 'acme', name: 'secret', folder, isPrivate: true },
    ],
    tokens: [{ token, login: 'ann', canRead: ['acme/secret'] }],
  });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: hosts.join(','),
    TOKEN_KEYS: `1:${key}`,
  });
});

afterAll(async () => {
  await journey.close();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function add(source: string, options: Record<string, string> = {}): Promise<Repository> {
  const { id } = await journey.client.addSource({ source, history: 'none', ...options });
  return waitForEnd(id);
}

async function waitForEnd(id: string): Promise<Repository> {
  let last: Repository | undefined;
  for await (const view of journey.client.watchRepository(id)) last = view;
  if (last === undefined) throw new Error('The server sent no event about the repository.');
  return last;
}

describe('a repository on GitHub', () => {
  it('is described before it is added', async () => {
    expect(
      await journey.client.previewSource('https://github.com/Acme/Harbour/tree/feature/lamps/src'),
    ).toMatchObject({
      kind: 'github',
      name: 'acme/harbour/src',
      description: 'Computes the tide',
      private: false,
      defaultBranch: 'main',
      ref: 'feature/lamps',
      subdirectory: 'src',
      branches: ['feature/lamps', 'main'],
      tags: ['v2.0', 'v1.0'],
      indexed: null,
    });
    const before = github.calls.length;
    await expect(journey.client.previewSource('no repository at all')).rejects.toMatchObject({
      problem: { code: 'source_invalid' },
    });
    expect(await journey.client.previewSource('https://docs.example.org/guide')).toEqual({
      kind: 'web',
      start: 'https://docs.example.org/guide',
      name: 'docs.example.org/guide',
      maxPages: 2_000,
      maxDepth: 8,
      maxSeconds: 900,
      indexed: null,
    });
    expect(github.calls.length).toBe(before);
  });

  it('is indexed at its current commit, and skipped files are listed', async () => {
    const added = await add('git clone https://github.com/acme/port.git');
    expect(added).toMatchObject({
      name: 'acme/harbour',
      ref: 'main',
      commit: sample.commits.at(-1),
      status: 'ready',
      source: { kind: 'github', url: 'https://github.com/acme/harbour' },
    });
    const coverage = await journey.client.coverage(added.id);
    const reasons = Object.fromEntries(coverage.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      private: 'export-ignored',
      'model.bin': 'lfs-pointer',
      lamp: 'submodule',
      latest: 'symlink',
      'chart.png': 'binary',
    });
    expect((await journey.client.readFile(added.id, 'src/gauge.py')).text).toContain('read_gauge');
  });

  it('is not indexed again if nothing changed', async () => {
    const unchanged = await journey.client.addSource({ source: 'acme/harbour' });
    expect(unchanged).toMatchObject({ unchanged: true, status: 'ready' });
    expect(await journey.client.refresh(unchanged.id)).toMatchObject({ unchanged: true, id: unchanged.id });
  });

  it('is refreshed to its current commit', async () => {
    const [known] = await journey.client.listRepositories();
    const commit = await github.push('acme/harbour', { files: { 'src/tide.py': 'TIDE = 3\n' } });
    const accepted = await journey.client.refresh(known?.id ?? '');
    expect(accepted).not.toHaveProperty('unchanged');
    expect(await waitForEnd(accepted.id)).toMatchObject({ id: known?.id, commit, status: 'ready' });
  });

  it('can be indexed by folder, and has its tags as versions', async () => {
    const part = await add('acme/harbour@v1.0', { subdirectory: 'src' });
    expect(part).toMatchObject({ name: 'acme/harbour/src', ref: 'v1.0', commit: sample.commits[1] });
    await expect(journey.client.addSource({ source: 'acme/harbour@v9' })).rejects.toMatchObject({
      problem: { code: 'ref_not_found' },
    });
    await expect(journey.client.addSource({ source: 'acme/nothing' })).rejects.toMatchObject({
      problem: { code: 'source_not_found' },
    });
  });
});

describe('the command line', () => {
  it('indexes a repository on GitHub if the argument is not a folder', async () => {
    const { code, json } = await runCommand(['index', 'acme/harbour@v2.0', '--no-history', '--json'], {
      url: journey.server.url,
    });
    expect({ code, json }).toMatchObject({ code: 0, json: { status: 'ready' } });
  });
});

describe('a private repository', () => {
  it('is visible only while a token that can read it is stored', async () => {
    const source = { source: 'acme/secret', history: 'none' } as const;
    await expect(journey.client.addSource(source)).rejects.toMatchObject({
      problem: { code: 'source_not_found' },
    });
    await expect(journey.client.storeToken('github', 'ghp_wrong')).rejects.toMatchObject({
      problem: { code: 'token_refused' },
    });
    const stored = await journey.client.storeToken('github', token);
    expect(stored).toMatchObject({ host: 'github', login: 'ann' });
    expect(JSON.stringify(await journey.client.listTokens())).not.toContain(token);
    const added = await add('acme/secret');
    expect(added.status).toBe('ready');
    await journey.client.removeToken('github');
    await expect(journey.client.coverage(added.id)).rejects.toMatchObject({ problem: { status: 404 } });
    const listed = (await journey.client.listRepositories()).find(({ id }) => id === added.id);
    expect(listed?.lostAt).not.toBeNull();
    await journey.client.storeToken('github', token);
    expect((await journey.client.coverage(added.id)).indexed).toBeGreaterThan(0);
  });
});

describe('a rate limit of the host', () => {
  it('delays the job without using up an attempt', async () => {
    github.setFaults([{ kind: 'secondary-limit', on: /tarball/, nth: 1, retryAfterSeconds: 3 }]);
    const { id } = await journey.client.addSource({ source: 'acme/harbour@feature/lamps', history: 'none' });
    const waitTimes: (string | null)[] = [];
    for await (const view of journey.client.watchRepository(id)) waitTimes.push(view.waitingUntil);
    expect(waitTimes.some((until) => until !== null)).toBe(true);
    expect(await journey.client.getRepository(id)).toMatchObject({ status: 'ready', ref: 'feature/lamps' });
  });
});
