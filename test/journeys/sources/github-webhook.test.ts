/** Pushes announced by GitHub's webhook start refreshes. */

import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { git } from '../../support/files/git.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const secret = 'shared with the host';
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/part${at}.py`, `def part${at}():\n    return ${at}\n`]),
);
let folder: string;
let github: GitHub;
let journey: JourneyServer;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-webhook-'));
  git(folder, 'init', '--quiet', '--bare');
  github = await startGitHub({
    repositories: [{ owner: 'acme', name: 'quay', folder, defaultBranch: 'main' }],
  });
  await github.push('acme/quay', { files });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: hosts.join(','),
    WEBHOOK_SECRET: secret,
    // This limit applies to users, not to pushes.
    REFRESH_EVERY_HOURS: '24',
  });
  id = (await journey.client.addSource({ source: 'acme/quay', history: 'none' })).id;
  await waitForEnd();
});

afterAll(async () => {
  await journey.close();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function waitForEnd(): Promise<Repository> {
  let last: Repository | undefined;
  for await (const view of journey.client.watchRepository(id)) last = view;
  if (last === undefined) throw new Error('The server sent no event about the repository.');
  return last;
}

/** Polls until the condition is true. The test's timeout ends it otherwise. */
async function waitFor(condition: (repository: Repository) => boolean): Promise<Repository> {
  for (;;) {
    const view = await journey.client.getRepository(id);
    if (condition(view)) return view;
    await new Promise((settle) => setTimeout(settle, 300));
  }
}

const repository = { id: 1000, name: 'quay', owner: { login: 'acme' }, default_branch: 'main' };

async function deliver(
  event: string,
  payload: Record<string, unknown>,
  options: { readonly delivery?: string; readonly signedWith?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = JSON.stringify({ repository, ...payload });
  const signature = createHmac('sha256', options.signedWith ?? secret)
    .update(body)
    .digest('hex');
  const response = await fetch(`${journey.server.url}/v1/webhooks/github`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': options.delivery ?? randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a delivery', () => {
  it('is accepted only if signed, and processed once', async () => {
    expect(await deliver('ping', {}, { signedWith: 'another' })).toMatchObject({
      status: 401,
      body: { code: 'webhook_refused' },
    });
    const delivery = randomUUID();
    expect(await deliver('ping', {}, { delivery })).toEqual({ status: 200, body: { ignored: 'a ping' } });
    expect((await deliver('ping', {}, { delivery })).body).toEqual({ ignored: 'delivered before' });
  });

  it.each([
    ['push', { ref: 'refs/heads/other', after: '1'.repeat(40) }, /default branch/],
    ['push', { ref: 'refs/heads/main', deleted: true, after: '0'.repeat(40) }, /deleted/],
    ['issues', {}, /issues/],
    ['push', { repository: { ...repository, id: 7 }, ref: 'refs/heads/main' }, /no such repository/],
  ])('of %s %o is skipped with a reason', async (event, payload, reason) => {
    expect((await deliver(event, payload)).body['ignored']).toMatch(reason);
  });
});

describe('a pushed commit', () => {
  it('refreshes at once, although a user may not refresh yet, and fetches only changed files', async () => {
    const after = await github.push('acme/quay', {
      files: {
        'src/part3.py': 'def part3():\n    return 33\n',
        'src/part4.py': null,
        'src/new.py': 'NEW = 1\n',
      },
    });
    await expect(journey.client.refresh(id)).rejects.toMatchObject({ problem: { code: 'refresh_too_soon' } });
    const before = github.calls.length;
    expect((await deliver('push', { ref: 'refs/heads/main', after })).body).toEqual({
      refreshed: [id],
      waiting: [],
    });
    expect(await waitFor((view) => view.status === 'ready' && view.commit === after)).toMatchObject({
      ref: 'main',
    });
    const paths = github.calls.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('/contents/'))).toHaveLength(2);
    expect(paths.filter((path) => path.includes('/tarball/'))).toEqual([]);
  });

  it('leaves the same state as a complete fetch', async () => {
    const { id: wholeId } = await journey.client.addSource({
      source: 'acme/quay',
      subdirectory: 'src',
      history: 'none',
    });
    const refreshedId = id;
    id = wholeId;
    await waitForEnd();
    id = refreshedId;
    const [refreshed, fetched] = await Promise.all([readContents(refreshedId), readContents(wholeId)]);
    expect(refreshed).toEqual(fetched);
    expect(refreshed['src/part3.py']).toContain('33');
    expect(refreshed).not.toHaveProperty('src/part4.py');
    await journey.client.removeRepository(wholeId);
  });

  it('waits during an index job, and only the newest waiting push is indexed', async () => {
    const push = async (value: number): Promise<string> =>
      github.push('acme/quay', { files: { 'src/part1.py': `PART = ${value}\n` } });
    github.setFaults([{ kind: 'slow', on: /contents/, nth: 1, beforeHeadersMs: 4_000 }]);
    const first = await push(1);
    expect((await deliver('push', { ref: 'refs/heads/main', after: first })).body).toMatchObject({
      refreshed: [id],
    });
    const second = await push(2);
    expect((await deliver('push', { ref: 'refs/heads/main', after: second })).body).toMatchObject({
      waiting: [id],
    });
    const third = await push(3);
    expect((await deliver('push', { ref: 'refs/heads/main', after: third })).body).toMatchObject({
      waiting: [id],
    });
    await waitFor((view) => view.status === 'ready' && view.commit === third);
    expect((await readContents(id))['src/part1.py']).toBe('PART = 3\n');
  });
});

async function readContents(repositoryId: string): Promise<Record<string, string>> {
  const tree = await journey.client.listFiles(repositoryId, 'src');
  const paths = tree.entries.map(({ path }) => path);
  const texts = paths.map(
    async (path) => [path, (await journey.client.readFile(repositoryId, path)).text] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}
