/** While a version is indexed for the first time, its files and definitions can be browsed; nothing searches, quotes or answers from it. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { Stage } from '../../../worker/core/repositories/repository.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { deliver, runToEnd, upload } from '../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/workbench/workbench.ts';

const tree = {
  'src/harbour.py': 'class Harbour:\n    def open_gates(self):\n        return "open"\n',
  'src/tides.py': 'def next_high():\n    return 6\n',
  'README.md': '# Harbour\n\nOpens gates.\n',
};

let bench: Workbench;
let client: Client;
let send: (method: 'GET' | 'POST', route: string, body?: unknown) => Promise<Response>;
let id: string;

async function add(files: Readonly<Record<string, string>>): Promise<void> {
  ({ id } = await upload(bench, files));
}

/** Runs parts until only parts of the stage are woken. */
async function runUntil(stage: Stage): Promise<void> {
  while (bench.wokenParts[0] !== undefined && bench.wokenParts[0].stage !== stage) {
    const part = bench.wokenParts.shift();
    if (part !== undefined) await deliver(bench, part);
  }
  expect(bench.wokenParts[0]?.stage).toBe(stage);
}

beforeEach(async () => {
  const { settings } = parseConfig({});
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser(), settings }));
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  const fetchApp: typeof fetch = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  client = createClient({ baseUrl: 'http://localhost', fetch: fetchApp });
  send = (method, route, body) =>
    fetchApp(`http://localhost/v1/repositories/${id}/${route}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  await add(tree);
});

const readOutline = async (path: string): Promise<unknown> =>
  (await send('GET', `symbols?path=${path}`)).json();
const listNames = async (): Promise<readonly string[]> =>
  (await client.listFiles(id, 'src')).entries.map(({ name }) => name);

describe('before the files are listed', () => {
  it('nothing can be browsed', async () => {
    await expect(client.listFiles(id, '')).rejects.toMatchObject({ problem: { code: 'not_ready' } });
  });
});

describe('after the source has been read', () => {
  beforeEach(() => runUntil('parse'));

  it('the tree is complete and marked, and a file that has not been parsed is not ready', async () => {
    expect(await client.listFiles(id, '')).toMatchObject({ isBeingIndexed: true });
    expect(await listNames()).toEqual(['harbour.py', 'tides.py']);
    expect(await client.findFiles(id, 'harbour')).toMatchObject({ total: 1, isBeingIndexed: true });
    await expect(client.readFile(id, 'src/harbour.py')).rejects.toMatchObject({
      problem: { code: 'not_ready' },
    });
    await expect(client.readFile(id, 'src/none.py')).rejects.toMatchObject({
      problem: { code: 'file_not_found' },
    });
  });

  it('the outline of a file that has not been parsed is not ready, and an unlisted file does not exist', async () => {
    expect(await readOutline('src/harbour.py')).toMatchObject({ code: 'not_ready' });
    expect(await readOutline('src/none.py')).toMatchObject({ code: 'file_not_found' });
  });
});

describe('after the files have been parsed', () => {
  beforeEach(() => runUntil('link'));

  it('files, outlines and names can be read', async () => {
    expect(await client.readFile(id, 'src/tides.py')).toMatchObject({
      text: tree['src/tides.py'],
      isBeingIndexed: true,
    });
    expect(await readOutline('src/harbour.py')).toMatchObject({
      symbols: [{ name: 'Harbour' }, { name: 'open_gates' }],
      isBeingIndexed: true,
    });
    const named = await (await send('GET', 'symbols?name=next_&match=prefix')).json();
    expect(named).toMatchObject({ symbols: [{ name: 'next_high' }] });
  });

  it.each([
    ['POST', 'search', { query: 'open gates' }],
    ['POST', 'grep', { pattern: 'open' }],
    ['POST', 'answers', { question: 'what opens the gates?' }],
    ['POST', 'context', { question: 'what opens the gates?' }],
    ['GET', 'graph/callers?symbol=open_gates'],
    ['GET', 'coverage'],
  ] as const)('%s %s reports that it is not ready', async (method, route, body?: unknown) => {
    const response = await send(method, route, body);
    const text = await response.text();
    expect(response.status).toBe(409);
    expect(JSON.parse(text)).toMatchObject({ code: 'not_ready' });
    expect(text).not.toContain('harbour.py');
    expect(text).not.toContain('/v1/');
  });

  it('everything is available and unmarked once it is published', async () => {
    await runToEnd(bench);
    expect((await client.search(id, { query: 'open gates' })).results[0]?.path).toBe('src/harbour.py');
    expect(await client.listFiles(id, '')).not.toHaveProperty('isBeingIndexed');
  });
});

it('a version that is indexed again shows the published one until the end', async () => {
  await runToEnd(bench);
  await add({ ...tree, 'src/lock.py': 'def close_lock():\n    return 1\n' });
  await runUntil('link');
  expect(await listNames()).toEqual(['harbour.py', 'tides.py']);
  const { results } = await client.search(id, { query: 'close_lock' });
  expect(results.filter(({ path }) => path === 'src/lock.py')).toEqual([]);
  await runToEnd(bench);
  expect(await listNames()).toEqual(['harbour.py', 'lock.py', 'tides.py']);
});
