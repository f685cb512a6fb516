/** An upload never replaces a repository from a host, whatever name and commit it is uploaded with. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { git } from '../../support/files/git.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const real = 'def moor():\n    """Moors a ship at the quay."""\n    return "rope"\n';
const forged = 'def moor():\n    """Moors a ship at the forged quay."""\n    return "nothing"\n';
let folder: string;
let github: GitHub;
let journey: JourneyServer;
let head: string;
let uploadId: string;
let hostedId: string;

async function waitUntilReady(id: string): Promise<Repository> {
  let last: Repository | undefined;
  for await (const view of journey.client.watchRepository(id)) last = view;
  if (last?.status !== 'ready') throw new Error(`${id} is ${last?.status ?? 'unknown'}`);
  return last;
}

async function upload(query: Record<string, string>, archive: Uint8Array): Promise<Response> {
  return fetch(`${journey.server.url}/v1/repositories?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-forged-'));
  git(folder, 'init', '--quiet', '--bare');
  github = await startGitHub({
    repositories: [{ owner: 'acme', name: 'harbour', folder, defaultBranch: 'main' }],
  });
  head = await github.push('acme/harbour', { files: { 'moor.py': real } });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  journey = await startJourneyServer({ GITHUB_API_URL: github.url, LOOPBACK_HOSTS: hosts.join(',') });

  const query = { name: 'acme/harbour', ref: 'main', commit: head };
  const uploaded = await upload(query, await packTree({ 'moor.py': forged }));
  uploadId = ((await uploaded.json()) as { id: string }).id;
  await waitUntilReady(uploadId);
}, 180_000);
afterAll(async () => {
  await journey.close();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a repository from a host', () => {
  it('is indexed from its host although an upload has its name, branch and commit', async () => {
    const added = await journey.client.addSource({ source: 'acme/harbour', history: 'none' });
    expect(added).not.toHaveProperty('unchanged');
    hostedId = added.id;
    expect(hostedId).not.toBe(uploadId);
    expect(await waitUntilReady(hostedId)).toMatchObject({ commit: head, source: { kind: 'github' } });
    expect((await journey.client.readFile(hostedId, 'moor.py')).text).toBe(real);
    expect((await journey.client.readFile(uploadId, 'moor.py')).text).toBe(forged);
  });

  it('is compared only with its snapshot from the host', async () => {
    const repeated = await journey.client.addSource({ source: 'acme/harbour', history: 'none' });
    expect(repeated).toMatchObject({ id: hostedId, unchanged: true });
  });

  it('is unaffected by another upload under its name', async () => {
    const query = { name: 'acme/harbour', ref: 'main', commit: head };
    const secondUpload = await upload(query, await packTree({ 'moor.py': `${forged}# again\n` }));
    expect(await secondUpload.json()).toMatchObject({ id: uploadId });
    await waitUntilReady(uploadId);
    const answer = await journey.client.answer(hostedId, { question: 'What does `moor` do?' });
    expect(JSON.stringify(answer)).not.toContain('forged');
    expect(answer.receipt?.repository).toMatchObject({ kind: 'github' });
    expect(answer.coverage).toMatchObject({ behind: 0, behindReason: null });
    expect(Date.parse(answer.coverage.checkedAt ?? '')).toBeGreaterThan(0);
  });

  it('accepts no imported history', async () => {
    const { snapshotId } = await journey.client.getRepository(hostedId);
    const url = `${journey.server.url}/v1/repositories/${hostedId}/history/wanted?version=${snapshotId}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: '{"commits":[],"files":[]}' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('comes from its host') },
    ]);
  });

  it('is distinct from an upload, which has no address on a host', async () => {
    expect(await journey.client.getRepository(uploadId)).toMatchObject({
      source: { kind: 'upload', url: null },
      popular: false,
    });
    const answer = await journey.client.answer(uploadId, { question: 'What does `moor` do?' });
    expect(answer.receipt?.repository).toMatchObject({ kind: 'upload', source: null });
    expect(JSON.stringify(answer)).not.toContain('github.com');
    expect(answer.coverage).toMatchObject({ behind: null, behindReason: 'upload', checkedAt: null });
  });
});

it.each([
  ['live:acme/harbour', /"live:" is reserved/],
  ['Live:acme/harbour', /"Live:" is reserved/],
  ['https://github.com/acme/harbour', /"https:" is reserved/],
  ['../harbour', /`\.\.`/],
  ['acme//harbour', /empty/],
  ['/harbour', /empty/],
  ['acme\\harbour', /backslash/],
  [' acme/harbour', /white space/],
  ['acme/har\u200bbour', /invisible character/],
  ['acme/har\u202ebour', /invisible character/],
  ['acme/har\nbour', /control characters/],
  ['a'.repeat(10_000), /name: it has 10,000 characters/],
])('rejects an upload named %j', async (name, reason) => {
  const response = await upload({ name }, await packTree({ 'moor.py': forged }));
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'invalid_request', detail: expect.stringMatching(reason) },
  ]);
});
