/** Runs the commands of `wherefore` as processes against a server with fixed responses. */

import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../support/server/run-command.ts';
import { createFolder, temporaryFolder } from '../../support/files/temporary-folder.ts';
import {
  createRepository,
  sendEvents,
  sendJson,
  sendProblem,
  startWireServer,
} from '../../support/server/wire-server.ts';
import type { RouteHandler } from '../../support/server/wire-server.ts';

const accepted: RouteHandler = (response) =>
  sendJson(response, { id: 'r1', snapshotId: 's1', status: 'queued' }, 202);
const health: RouteHandler = (response) => sendJson(response, { status: 'ok' });
const list: RouteHandler = (response) => sendJson(response, { repositories: [createRepository()] });
const coverage: RouteHandler = (response) =>
  sendJson(response, {
    commit: 'c',
    indexed: 2,
    skipped: [{ path: 'logo.png', reason: 'binary', detail: 'a NUL byte' }],
    skippedByReason: { binary: 1 },
    masked: [],
    cut: [],
    wrapperFolder: null,
  });

function listRepositories(...names: string[]): RouteHandler {
  const repositories = names.map((name, index) => createRepository({ id: `r${index}`, name }));
  return (response) => sendJson(response, { repositories });
}

describe('invalid usage', () => {
  test.each([
    { args: ['frobnicate'], message: 'no command "frobnicate"' },
    { args: ['index'], message: 'wherefore index requires a folder or a repository on GitHub, found none' },
    { args: ['index', 'a', 'b'], message: 'found "a" "b"' },
    { args: ['index', 'a', '--colour'], message: "Unknown option '--colour'" },
    { args: ['index', '.', '--full-history', '--no-history'], message: 'contradict each other' },
    { args: ['search', 'r', 'q', '--top-k', 'many'], message: 'found "many"' },
    { args: ['grep', 'r', 'p', '--context', '11'], message: 'from 0 to 10' },
    { args: ['ask', 'r'], message: 'wherefore ask requires a question, found only "r"' },
    { args: ['overview'], message: 'wherefore overview requires a repository, found none' },
    { args: ['grep'], message: 'wherefore grep requires a repository and a pattern, found none' },
    { args: ['ask'], message: 'Usage: wherefore ask' },
    { args: ['retry'], message: 'wherefore retry requires a repository, found none' },
    { args: ['ask', 'r', ' '], message: 'The question is empty' },
    { args: ['context', 'r'], message: 'wherefore context requires a question, found only "r"' },
    { args: ['context', 'r', ' '], message: 'The question is empty' },
    { args: ['context', 'r', 'q', '--max-tokens', '100'], message: 'from 200 to 200000' },
    { args: ['start', 'now'], message: 'takes no arguments, found "now"' },
    { args: ['index', '/no/such/folder'], message: 'no folder "/no/such/folder"' },
  ])('of $args is explained in one sentence, with exit code 2', async ({ args, message }) => {
    const run = await runCommand([...args, '--json'], { workingDirectory: createFolder({ 'a.ts': '' }) });
    expect(run).toMatchObject({ code: 2, json: { status: 'failed', error: { code: 'invalid_usage' } } });
    expect(run.stderr).toContain(message);
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  test('of a server address that is not a URL ends with exit code 2', async () => {
    const run = await runCommand(['status'], { url: 'not-an-address' });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('found "not-an-address"');
  });
});

test('ends with exit code 3 for an unreachable server, and explains how to start one', async () => {
  const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json']);
  expect(run).toMatchObject({ code: 3, json: { error: { code: 'unreachable' } } });
  expect(run.stderr).toContain('npm start');
  expect(run.stderr).toContain('set WHEREFORE_URL for every command');
});

test('rejects a port that is not a number, with a valid example', async () => {
  const run = await runCommand(['start'], { environment: { PORT: 'abc' } });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('found "abc".\nTry: PORT=8788 npm start\n');
});

describe('a repository', () => {
  test('whose indexing failed is explained without a route of the API', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Indexing this repository failed',
      status: 409,
      detail: 'Found 300,000 lines',
      code: 'indexing_failed',
      requestId: 'q1',
    };
    const fixes = ['Index a folder of it.', 'Follow GET /v1/repositories/r1/events and ask again.'];
    const { url } = await startWireServer({
      'GET /v1/repositories': list,
      'POST /v1/repositories/r1/answers': (response, visit) => {
        response.writeHead(409, { 'content-type': 'application/problem+json' });
        response.end(JSON.stringify({ ...problem, fix: fixes[visit - 1] }));
      },
    });
    const failure = 'wherefore: Indexing this repository failed. Found 300,000 lines.\n';
    const args = ['ask', 'tool', 'where?'];
    expect((await runCommand(args, { url })).stderr).toBe(`${failure}Index a folder of it.\n`);
    expect((await runCommand(args, { url })).stderr).toBe(failure);
  });

  test('is found by the last segment of its name', async () => {
    const { url } = await startWireServer({
      'GET /v1/repositories': listRepositories('acme/tool', 'acme/other'),
      'GET /v1/repositories/r0/coverage': coverage,
    });
    const run = await runCommand(['status', 'Tool', '--json'], { url });
    expect(run).toMatchObject({ code: 0, json: { name: 'acme/tool', coverage: { indexed: 2 } } });
  });

  test('that does not exist ends the command with exit code 4 and a list of the existing ones', async () => {
    const { url } = await startWireServer({ 'GET /v1/repositories': listRepositories('acme/tool') });
    const run = await runCommand(['ask', 'nothing', 'where?', '--json'], { url });
    expect(run).toMatchObject({ code: 4, json: { error: { code: 'repository_not_found' } } });
    expect(run.stderr).toContain('"acme/tool"');
  });

  test('whose name is ambiguous ends the command with exit code 2 and a list of the matches', async () => {
    const { url } = await startWireServer({
      'GET /v1/repositories': listRepositories('acme/tool', 'other/tool'),
    });
    const run = await runCommand(['search', 'tool', 'x'], { url });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('"acme/tool", "other/tool"');
  });
});

describe('index', () => {
  const stages = ['fetch', 'parse', 'index'].map((stage, index) =>
    createRepository({
      status: 'parsing',
      stage,
      percent: index * 30,
      linesPerSecond: 1234,
      secondsLeft: 7,
      servedSnapshotId: null,
    }),
  );
  const routes = {
    'GET /v1/health': health,
    'POST /v1/repositories': accepted,
    'GET /v1/repositories/r1': ((response, visit) =>
      sendJson(response, visit === 1 ? stages[0] : createRepository())) satisfies RouteHandler,
    'GET /v1/repositories/r1/events': ((response) =>
      sendEvents(response, [...stages, createRepository()])) satisfies RouteHandler,
    'GET /v1/repositories/r1/coverage': coverage,
  };

  test('uploads the folder, follows the job and prints one JSON object last', async () => {
    const server = await startWireServer(routes);
    const folder = createFolder({ 'src/a.ts': 'a', 'b.ts': 'b' });
    const run = await runCommand(['index', folder, '--name', 'acme/tool', '--json'], { url: server.url });
    expect(run.code).toBe(0);
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(run.json).toEqual({
      id: 'r1',
      snapshotId: 's1',
      status: 'ready',
      counts: createRepository().counts,
      stages: { upload: expect.any(Number), fetch: 10, parse: 20 },
      totalMs: expect.any(Number),
      rowsWritten: 99,
    });
    expect(server.requests).toContain('POST /v1/repositories?name=acme%2Ftool');
    const body =
      server.bodies[server.requests.indexOf('POST /v1/repositories?name=acme%2Ftool')] ?? Buffer.alloc(0);
    const entries = await unpackTar(new Uint8Array(gunzipSync(body)), { strict: true });
    expect(entries.map(({ header }) => header.name.split('/').slice(1).join('/'))).toEqual([
      'b.ts',
      'src/a.ts',
    ]);
  });

  test('prints each stage on its own line if the output is not a terminal', async () => {
    const { url } = await startWireServer(routes);
    const { stderr, stdout } = await runCommand(['index', createFolder({ 'a.ts': 'a' })], { url });
    const firstWords = stderr.split('\n').map((line) => line.split(' ')[0]);
    expect(firstWords).toEqual(expect.arrayContaining(['packing', 'fetch', 'parse', 'index']));
    expect(stderr).toMatch(/parse .*30 %.*2 files, 4 chunks, 1,234 lines per second, 7 s left/);
    expect(stderr).not.toContain('\r');
    expect(stdout).toMatch(/Binary\s+1/);
    expect(stdout).toMatch(/total\s+\d+\.\d\d s/);
  });

  test('prints a command that asks the repository, quoted for a shell', async () => {
    const { url } = await startWireServer(routes);
    const args = ['index', createFolder({ 'a.ts': 'a' }), '--name', 'my tool'];
    const { stdout } = await runCommand(args, { url });
    expect(stdout).toContain(`"my tool" is ready: WHEREFORE_URL=${url} npx wherefore ask 'my tool' "…"`);
  });

  test('ends with exit code 1, the reason and a fix if the job fails', async () => {
    const error = {
      code: 'over_limit',
      message: 'Found 300,000 lines.',
      fix: 'Index a folder of it.',
      details: {},
      retryable: false,
      retryableUntil: null,
    };
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/repositories/r1': (response) =>
        sendJson(response, createRepository({ status: 'failed', error })),
    });
    const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json'], { url });
    expect(run).toMatchObject({ code: 1, json: { status: 'failed', error: { code: 'over_limit' } } });
    expect(run.stderr).toContain('Found 300,000 lines.\nIndex a folder of it.');
    expect(run.stderr).not.toContain('retry');
  });

  test('ends with exit code 2 and the server’s error if the upload is rejected', async () => {
    const { url } = await startWireServer({
      ...routes,
      'POST /v1/repositories': (response) => sendProblem(response, 413, 'upload_too_large'),
    });
    const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json'], { url });
    expect(run).toMatchObject({ code: 2, json: { status: 'failed', error: { code: 'upload_too_large' } } });
  });

  test('resumes an interrupted event stream', async () => {
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/repositories/r1': (response, visit) =>
        sendJson(response, visit < 3 ? stages[1] : createRepository()),
      'GET /v1/repositories/r1/events': (response) => sendEvents(response, [stages[1]], true),
    });
    const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json'], { url });
    expect(run).toMatchObject({ code: 0, json: { status: 'ready' } });
    expect(run.stderr).toContain('Connection lost');
  });

  test('stops waiting if another upload of the same name replaces the job', async () => {
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/repositories/r1': (response) =>
        sendJson(response, createRepository({ snapshotId: 's2', status: 'queued' })),
    });
    const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json'], { url });
    expect(run).toMatchObject({ code: 1, json: { error: { code: 'superseded' } } });
  });

  test('leaves the job running on the server after Ctrl-C, and prints how to follow it', async () => {
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/repositories/r1/events': (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(stages[1])}\n\n`);
      },
    });
    const run = await runCommand(['index', createFolder({ 'a.ts': 'a' }), '--json'], {
      url,
      onNote: (stderr, child) => stderr.includes('parse ') && child.kill('SIGINT'),
    });
    expect(run).toMatchObject({ code: 130, json: { status: 'interrupted' } });
    expect(run.stderr).toContain(
      `The job continues on the server: WHEREFORE_URL=${url} npx wherefore status r1`,
    );
  });

  test('rejects an empty folder before it sends anything', async () => {
    const server = await startWireServer(routes);
    const run = await runCommand(['index', temporaryFolder()], { url: server.url });
    expect(run.code).toBe(2);
    expect(server.requests).toEqual([]);
  });
});

describe('a failed job that can be retried', () => {
  const error = {
    code: 'attempts_spent',
    message: 'Part 3 failed 5 times.',
    fix: 'Retry it.',
    details: {},
    retryable: true,
    retryableUntil: '2026-01-02T00:00:00.000Z',
  };
  const failed = createRepository({ status: 'failed', error, servedSnapshotId: null });
  const routes = {
    'GET /v1/repositories': ((response) =>
      sendJson(response, { repositories: [failed] })) satisfies RouteHandler,
    'POST /v1/repositories/r1/retry': accepted,
    'GET /v1/repositories/r1': ((response, visit) =>
      sendJson(
        response,
        visit === 1 ? createRepository({ status: 'parsing' }) : createRepository(),
      )) satisfies RouteHandler,
    'GET /v1/repositories/r1/events': ((response) =>
      sendEvents(response, [createRepository()])) satisfies RouteHandler,
    'GET /v1/repositories/r1/coverage': coverage,
  };

  test('is reported with the command that retries it', async () => {
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/health': health,
      'POST /v1/repositories': accepted,
      'GET /v1/repositories/r1': (response) => sendJson(response, failed),
    });
    const failure = `Part 3 failed 5 times.\nRetry it.\nWHEREFORE_URL=${url} npx wherefore retry acme/tool\n`;
    expect((await runCommand(['status', 'tool'], { url })).stdout).toContain(`Failed: ${failure}`);
    const args = ['index', createFolder({ 'a.ts': 'a' }), '--name', 'acme/tool'];
    expect((await runCommand(args, { url })).stderr).toContain(`failed: ${failure}`);
  });

  test('is followed to its end and prints one JSON object', async () => {
    const server = await startWireServer(routes);
    const run = await runCommand(['retry', 'tool', '--json'], { url: server.url });
    expect(run.code).toBe(0);
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(run.json).toEqual({
      id: 'r1',
      snapshotId: 's1',
      status: 'ready',
      counts: createRepository().counts,
      stages: { fetch: 10, parse: 20 },
      totalMs: expect.any(Number),
      rowsWritten: 99,
    });
    expect(server.requests).toContain('POST /v1/repositories/r1/retry');
  });

  test('that fails again ends the command with exit code 1 and the reason', async () => {
    const { url } = await startWireServer({
      ...routes,
      'GET /v1/repositories/r1': (response) => sendJson(response, failed),
    });
    const run = await runCommand(['retry', 'tool', '--json'], { url });
    expect(run).toMatchObject({ code: 1, json: { status: 'failed', error: { code: 'attempts_spent' } } });
    expect(run.stderr).toContain('Indexing "acme/tool" failed: Part 3 failed 5 times.');
  });

  test('is not retried if the server retained none of its work, and a fix is printed', async () => {
    const { url } = await startWireServer({
      ...routes,
      'POST /v1/repositories/r1/retry': (response) => sendProblem(response, 409, 'nothing_to_retry'),
    });
    const run = await runCommand(['retry', 'tool', '--json'], { url });
    expect(run).toMatchObject({ code: 2, json: { error: { code: 'nothing_to_retry' } } });
    expect(run.stderr).toContain('Try something else.');
  });
});

describe('an unknown name in a graph query', () => {
  test('ends the command with exit code 4 and a list of the closest names', async () => {
    const nearest = [
      { name: 'authenticate', path: 'src/auth.py' },
      { name: 'Auth.authenticate', path: 'src/auth/base.py' },
    ];
    const { url } = await startWireServer({
      'GET /v1/repositories': listRepositories('tool'),
      'GET /v1/repositories/r0/graph/callers': (response) =>
        sendProblem(response, 404, 'symbol_not_found', { symbol: 'authentcate', nearest }),
    });
    const run = await runCommand(['graph', 'tool', 'callers', 'authentcate', '--json'], { url });
    expect(run).toMatchObject({ code: 4, json: { error: { details: { nearest } } } });
    expect(run.stderr).toContain(
      'Closest names:\n  authenticate (src/auth.py)\n  Auth.authenticate (src/auth/base.py)',
    );
  });
});

describe('the command', () => {
  test('remove deletes only the given repository, and reports it', async () => {
    const server = await startWireServer({
      'GET /v1/repositories': listRepositories('acme/tool', 'acme/other'),
      'DELETE /v1/repositories/r1': (response) => void response.writeHead(204).end(),
    });
    const removal = await runCommand(['remove', 'other'], { url: server.url });
    expect(removal).toMatchObject({ code: 0, stderr: '' });
    expect(removal.stdout).toContain('Removed "acme/other" (r1)');
    const asJson = await runCommand(['remove', 'acme/other', '--json'], { url: server.url });
    expect(asJson).toMatchObject({ code: 0, json: { id: 'r1', removed: true } });
    expect((await runCommand(['remove', 'nothing'], { url: server.url })).code).toBe(4);
    const deleted = server.requests.filter((request) => request.startsWith('DELETE'));
    expect(deleted).toEqual(['DELETE /v1/repositories/r1', 'DELETE /v1/repositories/r1']);
  });

  test('grep prints path:line:text and counts; without a match, it ends with exit code 4', async () => {
    const grepResponse = {
      total: 1,
      truncated: false,
      filesSearched: 2,
      totalMs: 1,
      matches: [{ path: 'a.ts', line: 2, text: 'x = 1', before: ['b'], after: ['c'] }],
    };
    const { url } = await startWireServer({
      'GET /v1/repositories': list,
      'POST /v1/repositories/r1/grep': (response, visit) =>
        sendJson(response, visit === 1 ? grepResponse : { ...grepResponse, total: 0, matches: [] }),
    });
    const run = await runCommand(['grep', 'tool', 'x =', '-C', '1'], { url });
    expect(run).toMatchObject({ code: 0, stdout: 'a.ts-1-b\na.ts:2:x = 1\na.ts-3-c\n' });
    expect((await runCommand(['grep', 'tool', 'nothing'], { url })).code).toBe(4);
  });

  test('list prints each row, the counts and why the list may not be complete; an empty list ends with exit code 4', async () => {
    const row = { path: 'a.py', line: 3, symbol: 'A.run', role: 'source', times: 1, text: 'raise Missing()' };
    const found = { list: 'raises', total: 1, inTests: 0, files: 1, truncated: false, rows: [row] };
    const { url, requests } = await startWireServer({
      'GET /v1/repositories': list,
      'GET /v1/repositories/r1/lists/raises': (response, visit) =>
        sendJson(
          response,
          visit === 1
            ? { ...found, exhaustive: false, limits: ['1 file could not be parsed'] }
            : { ...found, total: 0, rows: [], exhaustive: true, limits: [] },
        ),
    });
    const run = await runCommand(['list', 'tool', 'raises', 'Missing', '--path', 'a/**', '--path', 'b/**'], {
      url,
    });
    expect(run.code).toBe(0);
    for (const line of [
      'a.py:3',
      'raise Missing()',
      '1 in 1 file, 0 of them in tests',
      'Not exhaustive: 1 file could not be parsed.',
    ])
      expect(run.stdout).toContain(line);
    expect(requests.at(-1)).toContain('/lists/raises');
    expect((await runCommand(['list', 'tool', 'raises', 'Nothing'], { url })).code).toBe(4);
    expect((await runCommand(['list', 'tool', 'gadgets'], { url })).stderr).toContain(
      '"gadgets" is not a list',
    );
  });

  test('list takes the name of files as a glob, and refuses one for definitions', async () => {
    const empty = {
      list: 'files',
      total: 0,
      inTests: 0,
      files: 0,
      truncated: false,
      rows: [],
      exhaustive: true,
    };
    const { url, requests } = await startWireServer({
      'GET /v1/repositories': list,
      'GET /v1/repositories/r1/lists/files': (response) => sendJson(response, { ...empty, limits: [] }),
    });
    await runCommand(['list', 'tool', 'files', 'CHANGES/*.bugfix.rst'], { url });
    const sent = new URL(requests.at(-1)?.replace(/^GET /, '') ?? '', url).searchParams;
    expect([sent.getAll('paths'), sent.has('name')]).toEqual([['CHANGES/*.bugfix.rst'], false]);
    const before = requests.length;
    for (const [operands, problem] of [
      [['definitions', 'foo'], '"definitions" takes no name, but got "foo"'],
      [['files', '*.rst', '--path', 'docs/**'], 'not both'],
    ] as const) {
      const run = await runCommand(['list', 'tool', ...operands], { url });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(problem);
    }
    expect(requests).toHaveLength(before);
  });

  test('search sends its filters and prints the matching lines', async () => {
    const result = {
      path: 'src/a.ts',
      startLine: 3,
      endLine: 9,
      language: 'typescript',
      kind: 'function',
      symbol: 'run',
      score: 1.5,
      scores: {},
      text: 'function run() {}',
      url: '/',
    };
    const server = await startWireServer({
      'GET /v1/repositories': list,
      'POST /v1/repositories/r1/search': (response) =>
        sendJson(response, {
          class: 'lookup',
          confidence: 'low',
          readAs: 'where is run',
          notes: ['No cross-encoder.'],
          nearest: [{ name: 'Job.run', path: 'src/job.ts' }],
          results: [result],
          timings: { retrieveMs: 1, totalMs: 2 },
        }),
    });
    const args = [
      'search',
      'tool',
      'where',
      'is',
      'run',
      '--top-k',
      '5',
      '--path',
      'src/**',
      '--path',
      'lib/**',
      '--filter=-kind:test lang:ts',
    ];
    const run = await runCommand(args, { url: server.url });
    expect(run.stdout).toContain('src/a.ts:3-9  run  (function, 1.50)');
    for (const line of [
      'Read as: where is run',
      'No cross-encoder.',
      'Closest names: Job.run in src/job.ts',
      'Low confidence',
    ])
      expect(run.stderr).toContain(line);
    const sent: unknown = JSON.parse(server.bodies.at(-1)?.toString() ?? '');
    expect(sent).toEqual({
      query: 'where is run',
      topK: 5,
      filter: '-kind:test lang:ts',
      filters: { paths: ['src/**', 'lib/**'] },
    });
  });

  test('prints the overview as Markdown, or as JSON', async () => {
    const markdown = '# tool\n\nOverview of main.\n';
    const server = await startWireServer({
      'GET /v1/repositories': list,
      'GET /v1/repositories/r1/overview': (response, visit) => {
        if (visit > 1) return sendJson(response, { purpose: [] });
        response.writeHead(200, { 'content-type': 'text/markdown' }).end(`${markdown}\n`);
      },
    });
    expect((await runCommand(['overview', 'tool'], { url: server.url })).stdout).toBe(markdown);
    const asJson = await runCommand(['overview', 'tool', '--version', 'v2', '--json'], { url: server.url });
    expect(asJson).toMatchObject({ code: 0, json: { purpose: [] } });
    expect(server.requests.filter((request) => request.includes('overview'))).toEqual([
      'GET /v1/repositories/r1/overview?format=markdown',
      'GET /v1/repositories/r1/overview?version=v2',
    ]);
  });

  test('wherefore without arguments lists the commands', async () => {
    const run = await runCommand([]);
    expect(run.code).toBe(0);
    for (const name of [
      'index',
      'ask',
      'search',
      'context',
      'grep',
      'list',
      'overview',
      'status',
      'retry',
      'remove',
      'start',
    ])
      expect(run.stdout).toContain(`  ${name} `);
  });

  test('wherefore runs from any folder', async () => {
    const run = await runCommand(['--version'], { workingDirectory: temporaryFolder() });
    expect(run.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
