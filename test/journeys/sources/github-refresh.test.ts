/**
 * Refreshes repositories on GitHub. Each strategy makes few calls and leaves the same rows as a complete fetch.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { differingRows, fingerprintRows, type Fingerprint } from '../../bench/recovery/fingerprint-rows.ts';
import { git } from '../../support/files/git.ts';
import type { Limits } from '../../support/github/options.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const token = 'ghp_deployment_0123456789';
/** So many files that a change of slightly more than 300, the most that a comparison lists, does not require an archive. */
const manyPaths = Array.from({ length: 1_100 }, (_, at) => `lamps/shelf${at % 40}/lamp${at}.py`);
const createFile = (path: string, light: number): [string, string] => [
  path,
  `def light():\n    """The light of ${path}."""\n    return ${light}\n`,
];
const folders: string[] = [];
const resources: { close(): Promise<void> }[] = [];

async function createBareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wherefore-refresh-'));
  folders.push(folder);
  git(folder, 'init', '--quiet', '--bare');
  return folder;
}

afterAll(async () => {
  for (const resource of resources) await resource.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function startServer(github: GitHub, vars: Record<string, string> = {}): Promise<JourneyServer> {
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  const journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: hosts.join(','),
    REFRESH_EVERY_HOURS: '0',
    KEEP_REPLACED_HOURS: '0',
    ...vars,
  });
  resources.push(journey);
  return journey;
}

async function waitForEnd({ client }: JourneyServer, id: string): Promise<Repository> {
  let last: Repository | undefined;
  for await (const view of client.watchRepository(id)) last = view;
  if (last === undefined) throw new Error('The server sent no event about the repository.');
  return last;
}

async function add(journey: JourneyServer, source: string): Promise<string> {
  const { id } = await journey.client.addSource({ source, history: 'none' });
  expect(await waitForEnd(journey, id)).toMatchObject({ status: 'ready' });
  return id;
}

/** Counts the paths requested from the host during an action, by a part of the path. */
async function countRequests(
  github: GitHub,
  action: () => Promise<unknown>,
): Promise<(part: string) => number> {
  const before = github.calls.length;
  await action();
  const paths = github.calls.slice(before).map(({ path }) => path);
  return (part) => paths.filter((path) => path.includes(part)).length;
}

describe('a refresh', () => {
  let github: GitHub;
  let refreshedServer: JourneyServer;
  let id: string;

  beforeAll(async () => {
    github = await startGitHub({
      repositories: [
        { owner: 'acme', name: 'quay', folder: await createBareFolder(), defaultBranch: 'main' },
        { owner: 'acme', name: 'other', folder: await createBareFolder(), defaultBranch: 'main' },
      ],
      tokens: [{ token, login: 'deployment', canRead: [] }],
    });
    resources.push(github);
    const files = Object.fromEntries(manyPaths.map((path) => createFile(path, 1)));
    await github.push('acme/quay', { files: { ...files, 'README.md': '# Lamps\n' } });
    await github.push('acme/other', { files: { 'other.py': 'OTHER = 1\n' } });
    refreshedServer = await startServer(github, { GITHUB_TOKEN: token });
    id = await add(refreshedServer, 'acme/quay');
  }, 240_000);

  it('of more files than a comparison lists reads both trees, and leaves the same rows as a complete fetch', async () => {
    const changed = manyPaths.slice(0, 280).map((path) => createFile(path, 2));
    const removed = manyPaths.slice(280, 300).map((path) => [path, null] as const);
    // An archive sorts these by bytes, which differs from their order by characters.
    const oddlySorted = ['lamps/\u{1f56f}.py', 'lamps/\uff21.py', 'lamps-old.py', 'lamps.py'].map((path) =>
      createFile(path, 3),
    );
    const commit = await github.push('acme/quay', {
      files: Object.fromEntries([...changed, ...removed, ...oddlySorted]),
    });
    const paths = await countRequests(github, async () => {
      await refreshedServer.client.refresh(id);
      expect(await waitForEnd(refreshedServer, id)).toMatchObject({ status: 'ready', commit });
    });
    expect([paths('/contents/'), paths('/git/trees/'), paths('/tarball/')]).toEqual([284, 2, 0]);

    const fetchedServer = await startServer(github, { GITHUB_TOKEN: token });
    // Both servers then have had the same number of snapshots.
    await fetchedServer.client.removeRepository(await add(fetchedServer, 'acme/other'));
    await add(fetchedServer, 'acme/quay');
    await expect
      .poll(async () => (await refreshedServer.client.listVersions(id))[0]?.supersedes, { timeout: 60_000 })
      .toBeNull();
    await fetchedServer.server.stop();
    const expected = fingerprintIndex(fetchedServer.server.dataDirectory);
    expect(expected.get('file')?.size).toBe(1_085);
    // The replaced snapshot is no longer visible; its rows are removed in the background.
    await expect
      .poll(() => differingRows(fingerprintIndex(refreshedServer.server.dataDirectory), expected), {
        interval: 2_000,
        timeout: 120_000,
      })
      .toEqual(new Map());
  }, 600_000);
});

describe('without a token', () => {
  const fewPaths = Array.from({ length: 90 }, (_, at) => `cranes/crane${at}.py`);

  async function countRefreshRequests(light: number, count: number, limits: Limits) {
    const github = await startGitHub({
      repositories: [
        { owner: 'acme', name: 'wharf', folder: await createBareFolder(), defaultBranch: 'main' },
      ],
      limits,
    });
    resources.push(github);
    await github.push('acme/wharf', {
      files: Object.fromEntries(fewPaths.map((path) => createFile(path, 1))),
    });
    const journey = await startServer(github);
    const id = await add(journey, 'acme/wharf');
    const changed = fewPaths.slice(0, count).map((path) => createFile(path, light));
    const commit = await github.push('acme/wharf', { files: Object.fromEntries(changed) });
    const paths = await countRequests(github, async () => {
      await journey.client.refresh(id);
      expect(await waitForEnd(journey, id)).toMatchObject({ status: 'ready', commit });
    });
    return paths;
  }

  it('more files than the host allows to fetch one by one are fetched as an archive', async () => {
    const paths = await countRefreshRequests(2, 26, {});
    expect([paths('/contents/'), paths('/tarball/')]).toEqual([0, 1]);
  }, 120_000);

  it('a limit that is too small for all files is reached only once', async () => {
    const paths = await countRefreshRequests(2, 18, { anonymous: 16, windowMs: 15_000 });
    expect(paths('/contents/')).toBeLessThan(18);
    expect(paths('/tarball/')).toBe(1);
  }, 120_000);
});

/** Fingerprints the index without the tables that contain the repository's owner and the times of requests. */
function fingerprintIndex(dataDirectory: string): Fingerprint {
  const excluded = new Set(['repository', 'snapshot', 'job', 'job_part', 'webhook_delivery', 'source_token']);
  return new Map([...fingerprintRows(dataDirectory)].filter(([table]) => !excluded.has(table)));
}
