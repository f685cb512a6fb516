/** The package of the command line, installed in an empty folder, works against a hosted server with a key. */

import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { createFolder } from '../../support/files/temporary-folder.ts';
import { installPackage } from '../../support/packages/install-package.ts';
import { runCommand, type CommandRun } from '../../support/server/run-command.ts';

let hosted: HostedServer;
let folder: string;
let key: string;

beforeAll(async () => {
  [hosted, folder] = await Promise.all([startHostedServer(), installPackage('cli')]);
  const person = new HttpBrowser(hosted);
  await person.signInWithGitHub();
  const scopes = ['ask', 'search', 'read', 'index', 'admin'];
  key = String((await person.post('/v1/keys', { name: 'terminal', scopes })).body?.['secret']);
});
afterAll(async () => {
  await hosted?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const program = (): string => join(folder, 'node_modules/.bin/wherefore');
const wherefore = (...args: string[]): Promise<CommandRun> =>
  runCommand(args, { program: program(), url: hosted.url, environment: { WHEREFORE_KEY: key } });

test('indexes a folder, then asks and searches it, and lists keys', async () => {
  const indexed = await wherefore('index', createFolder(smallRepository), '--name', 'parcel', '--json');
  expect(indexed).toMatchObject({ code: 0, json: { status: 'ready' } });
  const answer = await wherefore('ask', 'parcel', 'Where is join_chunks defined?', '--json');
  expect(answer).toMatchObject({ code: 0, json: { refused: false } });
  const search = await wherefore('search', 'parcel', 'join_chunks');
  expect(search.stdout).toMatch(/src\/parcel\/\S+\.py:\d+-\d+/);
  const keys = await wherefore('keys', 'list');
  expect(keys.stdout).toContain('terminal');
  expect((await wherefore('context', 'parcel', 'How are chunks joined?')).stdout).toContain('```python');
});

test('serves a coding agent over standard input and output', async () => {
  const env = { ...process.env, WHEREFORE_URL: hosted.url, WHEREFORE_KEY: key };
  const child = spawn(process.execPath, [program(), 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const send = (message: object): unknown =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const clientInfo = { name: 'test', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  });
  expect((await lines.next()).value).toContain('"serverInfo"');
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'find_symbol', arguments: { name: 'ChunkStore' } } });
  expect((await lines.next()).value).toContain('class ChunkStore');
  child.stdin.end();
  expect(await new Promise((resolve) => void child.once('exit', resolve))).toBe(0);
});

test('states its version, and that it contains no server', async () => {
  expect((await wherefore('--version')).stdout.trim()).toBe(manifest.version);
  const start = await wherefore('start');
  expect(start).toMatchObject({ code: 2, stderr: expect.stringContaining('contains only the command line') });
});
