/** Asks live questions about repositories on a local GitHub that are not indexed. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveStreamPart } from '../../../worker/contract/live/schema.ts';
import { commitAll } from '../../support/files/git.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const token = 'ghp_ann_0123456789';
const gate = 'When is the lock gate opened?';
let folder: string;
let commit: string;
let github: GitHub;
let journey: JourneyServer;

const files: Readonly<Record<string, string>> = {
  'README.md': '# Harbour\n\nComputes the tide for ships.\n',
  'src/lock_gate.py':
    'from .sluice import drain\n\n\ndef open_lock_gate(level):\n    """Opens the lock gate once the levels are even."""\n    return drain(level)\n',
  'src/sluice.py':
    'def drain(level):\n    """Drains the chamber by the paddles, a foot a minute."""\n    return level - 1\n',
  ...Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `src/wharf${at}/crane.py`,
      `def hoist_${at}(load):\n    """Hoists a load at wharf ${at}."""\n    return load + ${at}\n`,
    ]),
  ),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-live-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  commit = commitAll(folder);
  github = await startGitHub({
    repositories: [
      { owner: 'acme', name: 'harbour', folder },
      { owner: 'acme', name: 'secret', folder, isPrivate: true },
    ],
    tokens: [{ token, login: 'ann', canRead: ['acme/secret'] }],
    limits: { anonymous: 1_000 },
  });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: hosts.join(','),
    TOKEN_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  });
});

afterAll(async () => {
  await journey.close();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a repository that is not indexed', () => {
  it('is answered with the one relevant file of hundreds, cited at its commit on GitHub', async () => {
    const before = github.calls.length;
    const answer = await journey.client.answerLive({
      source: 'https://github.com/Acme/harbour',
      question: gate,
    });
    expect(answer.refused).toBe(false);
    expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
    const [first] = answer.evidence;
    expect(first && 'url' in first && first.url).toMatch(
      `https://github.com/acme/harbour/blob/${commit}/src/lock_gate.py#L`,
    );
    expect(answer.coverage).toMatchObject({ ofFiles: 203, commit });
    expect(answer.live).toMatchObject({ name: 'acme/harbour', ref: 'main', commit, ofFiles: 203, notes: [] });
    expect(answer.live.files).toBeLessThanOrEqual(24);
    expect(answer.live.steps.map(({ id }) => id).slice(0, 3)).toEqual(['tree', 'search', 'fetch']);
    // The calls are for the repository, the commit, the tree, and the archive with its redirect.
    expect(github.calls.length - before).toBeLessThanOrEqual(5);
    expect(await journey.client.listRepositories()).toEqual([]);
  });

  it('streams its steps before the answer, and continues the conversation', async () => {
    const parts: LiveStreamPart[] = [];
    const request = { source: 'acme/harbour', conversationId: 'talk' };
    for await (const part of journey.client.streamLive({ ...request, question: gate })) parts.push(part);
    const types = parts.map(({ type }) => type);
    expect(types[0]).toBe('data-plan');
    expect(types.lastIndexOf('data-step')).toBeLessThan(types.indexOf('data-live'));
    expect(types.indexOf('data-live')).toBeLessThan(types.indexOf('start'));
    expect(types.at(-1)).toBe('finish');
    const next = await journey.client.answerLive({ ...request, question: 'What does it return?' });
    expect(next).toMatchObject({ turn: 2, conversationId: 'talk' });
    expect(next.reading.text).not.toBe('What does it return?');
    expect(next.evidence.some((source) => 'path' in source && source.path === 'src/lock_gate.py')).toBe(true);
  });

  it('can be searched', async () => {
    const answer = await journey.client.searchLive({
      source: 'acme/harbour',
      query: 'lock gate levels',
      topK: 3,
    });
    expect(answer.results[0]).toMatchObject({
      path: 'src/lock_gate.py',
      url: expect.stringContaining(`https://github.com/acme/harbour/blob/${commit}/src/lock_gate.py#L`),
    });
    expect(answer.live.ofFiles).toBe(203);
  });

  it('is declined with the command that indexes it', async () => {
    const question = 'Which invoices are archived every quarter by the auditors?';
    const answer = await journey.client.answerLive({ source: 'acme/harbour', question });
    expect(answer.refused).toBe(true);
    expect(answer.answer).toContain('`npx wherefore index acme/harbour@main`');
    expect(answer.answer).not.toContain('This repository');
  });

  it('that is private is read only with the user’s token', async () => {
    const request = { source: 'acme/secret', question: gate };
    await expect(journey.client.answerLive(request)).rejects.toMatchObject({
      problem: { code: 'source_not_found' },
    });
    await journey.client.storeToken('github', token);
    const answer = await journey.client.answerLive(request);
    await journey.client.removeToken('github');
    expect(answer.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it('that is rate limited returns when to ask again, as a response and within a stream', async () => {
    const request = { source: 'acme/harbour@main', question: 'Who paints the wharf17 crane?' };
    github.setFaults([{ kind: 'primary-limit', on: /\/git\/trees\//, resetInSeconds: 120 }]);
    await expect(journey.client.answerLive(request)).rejects.toMatchObject({
      problem: { code: 'host_limited', status: 503, details: { retryAt: expect.any(Number) } },
    });
    const parts: LiveStreamPart[] = [];
    for await (const part of journey.client.streamLive(request)) parts.push(part);
    github.setFaults([]);
    const last = parts.at(-1);
    expect(last?.type === 'error' && last.errorText).toContain('host_limited');
  });
});

describe('an indexed repository', () => {
  it('is asked live on request, at its current state on the host', async () => {
    const { id } = await journey.client.addSource({ source: 'acme/harbour', history: 'none' });
    for await (const view of journey.client.watchRepository(id)) if (view.status === 'ready') break;
    const newCommit = await github.push('acme/harbour', {
      files: { 'src/lamp.py': 'def light_lamp():\n    """Lights the lamp at dusk."""\n    return 1\n' },
    });
    const question = 'When is the lamp lit by `light_lamp`?';
    const live = await journey.client.answer(id, { question, options: { live: true } });
    expect(live.evidence[0]).toMatchObject({ path: 'src/lamp.py', commit: newCommit });
    const indexed = await journey.client.answer(id, { question });
    expect(indexed.coverage.commit).toBe(commit);
    expect(indexed.coverage.ofFiles).toBeUndefined();
  });
});
