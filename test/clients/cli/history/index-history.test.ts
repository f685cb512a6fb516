/** `wherefore index` of a git repository: indexes the code, uploads the history, and reports both in one result. */

import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../../../support/files/git.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { createFolder } from '../../../support/files/temporary-folder.ts';
import {
  createRepository,
  sendEvents,
  sendJson,
  startWireServer,
} from '../../../support/server/wire-server.ts';
import type { RouteHandler } from '../../../support/server/wire-server.ts';

const coverage = {
  commit: 'c',
  indexed: 2,
  skipped: [],
  skippedByReason: {},
  masked: [],
  cut: [],
  wrapperFolder: null,
};
const state = {
  snapshotId: 's1',
  commits: 7,
  origins: 2,
  files: 3,
  complete: true,
  since: null,
  notes: [],
};
const indexing: Readonly<Record<string, RouteHandler>> = {
  'GET /v1/health': (response) => sendJson(response, { status: 'ok' }),
  'POST /v1/repositories': (response) =>
    sendJson(response, { id: 'r1', snapshotId: 's1', status: 'queued' }, 202),
  'GET /v1/repositories/r1': (response) => sendJson(response, createRepository()),
  'GET /v1/repositories/r1/events': (response) => sendEvents(response, [createRepository()]),
  'GET /v1/repositories/r1/coverage': (response) => sendJson(response, coverage),
};
const history: Readonly<Record<string, RouteHandler>> = {
  'POST /v1/repositories/r1/history/wanted': (response) => sendJson(response, { commits: [], files: [] }),
  'POST /v1/repositories/r1/history/end': (response) => sendJson(response, state),
  'GET /v1/repositories/r1/history/state': (response) => sendJson(response, state),
};

function repository(): string {
  const folder = createFolder({ 'a.ts': 'a\n' });
  commitAll(folder);
  return folder;
}

describe('index', () => {
  test('reports that the index is ready, then uploads the history and reports it', async () => {
    const server = await startWireServer({ ...indexing, ...history });
    const run = await runCommand(['index', repository(), '--json'], { url: server.url });
    expect(run).toMatchObject({
      code: 0,
      json: {
        status: 'ready',
        counts: { commits: 7 },
        stages: { fetch: 10, history: expect.any(Number), origins: expect.any(Number) },
      },
    });
    const expected = ['is ready for questions', 'History: 7 commits, line history of 2 of 3 files.'];
    expect(expected.map((words) => run.stderr.indexOf(words))).toSatisfy(
      (positions: number[]) =>
        positions.every((position) => position >= 0) && (positions[0] ?? 0) < (positions[1] ?? 0),
    );
    const historyRequests = server.requests.filter((request) => request.includes('/history/'));
    expect(historyRequests[0]).toBe('POST /v1/repositories/r1/history/wanted?version=s1');
    expect(historyRequests.at(-1)).toBe('GET /v1/repositories/r1/history/state?version=s1');
  });

  test('skips the history with --no-history or without a commit', async () => {
    const server = await startWireServer({ ...indexing, ...history });
    expect(await runCommand(['index', repository(), '--no-history'], { url: server.url })).toMatchObject({
      code: 0,
    });
    const plain = await runCommand(['index', createFolder({ 'a.ts': 'a' })], { url: server.url });
    expect(plain.code).toBe(0);
    expect(plain.stderr).toContain('No history: this is not a git repository with a commit.');
    expect(server.requests.filter((request) => request.includes('/history/'))).toEqual([]);
  });

  test('succeeds on a server that does not accept history', async () => {
    const server = await startWireServer(indexing);
    const run = await runCommand(['index', repository(), '--json'], { url: server.url });
    expect(run).toMatchObject({ code: 0, json: { status: 'ready', counts: { commits: 0 } } });
    expect(run.stderr).toContain('No history: this server does not accept history.');
  });

  test('explains how to resume when interrupted during the history upload', async () => {
    const server = await startWireServer({
      ...indexing,
      ...history,
      'POST /v1/repositories/r1/history/wanted': () => undefined,
    });
    const folder = repository();
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Second');
    const run = await runCommand(['index', folder, '--json'], {
      url: server.url,
      onNote: (stderr, child) => {
        if (stderr.includes('commits')) child.kill('SIGINT');
      },
    });
    expect(run.json).toEqual({ status: 'interrupted' });
    expect(run.stderr).toContain('index again to resume it');
    expect(run.stderr).not.toContain('The job continues on the server');
  });
});
