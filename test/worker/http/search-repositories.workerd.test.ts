/** A search of several repositories names the repository of each result, and never reads one that is not published or not requested. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { deliver, upload, uploadAndIndex } from '../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/workbench/workbench.ts';

const harbour = {
  'src/gates.py': 'def open_gates(hour):\n    """Opens the gates of the harbour."""\n    return hour\n',
};
const bakery = {
  'src/oven.py': 'def bake_bread(flour):\n    """Bakes bread in the oven."""\n    return flour\n',
};
const lock = {
  'src/lock.py': 'def open_lock_gates():\n    """Opens the gates of the lock."""\n    return 1\n',
};

let bench: Workbench;
let client: Client;
let ids: { harbour: string; bakery: string };
beforeAll(async () => {
  const { settings } = parseConfig({});
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser(), settings }));
  ids = {
    harbour: (await uploadAndIndex(bench, harbour, { name: 'acme/harbour' })).id,
    bakery: (await uploadAndIndex(bench, bakery, { name: 'acme/bakery' })).id,
  };
  // A third repository stays parsed, but not published.
  await upload(bench, lock, { name: 'acme/lock' });
  for (;;) {
    const part = bench.wokenParts.shift();
    if (part === undefined || part.stage === 'link') break;
    await deliver(bench, part);
  }
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  client = createClient({
    baseUrl: 'http://localhost',
    fetch: async (input, init) =>
      app.fetch(new Request(input instanceof Request ? input : String(input), init), env),
  });
});

it('finds the repository that contains the words, and names it at each result', async () => {
  const found = await client.searchRepositories({ query: 'open the gates' });
  expect(found.results[0]).toMatchObject({
    path: 'src/gates.py',
    repository: { id: ids.harbour, name: 'acme/harbour' },
    url: expect.stringContaining(`/r/${ids.harbour}/files/src/gates.py`),
  });
  expect(found.searched).toMatchObject([{ id: ids.harbour }]);
  expect(found.omitted).toBe(1);
});

it('merges the results of several repositories by score, at most as many as requested', async () => {
  const query = 'open gates and bake bread';
  const { results } = await client.searchRepositories({ query });
  expect(new Set(results.map(({ repository }) => repository.name))).toEqual(
    new Set(['acme/harbour', 'acme/bakery']),
  );
  const scores = results.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect((await client.searchRepositories({ query, topK: 1 })).results).toHaveLength(1);
});

it('does not read a version that is not published', async () => {
  const { results } = await client.searchRepositories({ query: 'open_lock_gates' });
  expect(results.filter(({ path }) => path === 'src/lock.py')).toEqual([]);
});

it('is limited to the requested repositories, which must be readable', async () => {
  const query = 'open the gates';
  expect((await client.searchRepositories({ query, repositories: [ids.bakery] })).results).toEqual([]);
  await expect(client.searchRepositories({ query, repositories: ['none'] })).rejects.toMatchObject({
    problem: { code: 'repository_not_found' },
  });
});
