/** A search of several repositories names the repository of each result, and never reads one that is not published or not requested. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { AppError } from '../../../worker/core/errors.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import {
  maxCountedRepositories,
  searchRepositories,
} from '../../../worker/flows/search/search-repositories.ts';
import type { Services } from '../../../worker/flows/services.ts';
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
let served: Services;
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
  served = bench.services;
  const app = createApp<object>(() => ({
    services: served,
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

const readSnapshotNumber = async (id: string) =>
  (await bench.services.catalog.listSnapshots([id]))[0]?.number ?? expect.fail('no snapshot');
const embedQuery = () => Promise.reject(new AppError('embedder_unavailable', 'The embedder is down.'));

describe('a repository that cannot be searched', () => {
  const query = 'open gates and bake bread';
  const search = async (services: Partial<Services>) =>
    searchRepositories({ ...bench.services, ...services }, openModeViewer, { query, topK: 5 });
  it('is stated if its index cannot be read, and the others are searched', async () => {
    const { textIndex } = bench.services;
    const damaged = await readSnapshotNumber(ids.bakery);
    served = {
      ...bench.services,
      textIndex: {
        ...textIndex,
        documentFrequencies: async (key, terms) => {
          if (key.snapshot === damaged) throw new Error('no such table');
          return textIndex.documentFrequencies(key, terms);
        },
      },
    };
    const found = await client.searchRepositories({ query });
    served = bench.services;
    expect(found.searched.map(({ name }) => name)).toEqual(['acme/harbour']);
    expect(found.omitted).toBe(1);
    expect(found.notes).toEqual([expect.stringContaining('index of 1 repository could not be read')]);
  });

  it('is an error if no index can be read', async () => {
    const textIndex = {
      ...bench.services.textIndex,
      documentFrequencies: () => Promise.reject(new Error('the database is gone')),
    };
    await expect(search({ textIndex })).rejects.toThrow('the database is gone');
  });

  it.each(['version_not_found', 'not_ready'] as const)('is omitted after %s', async (code) => {
    const { catalog } = bench.services;
    const readRepository: Services['catalog']['readRepository'] = (viewer, id) =>
      id === ids.bakery ? Promise.reject(new AppError(code, 'removed')) : catalog.readRepository(viewer, id);
    const found = await search({ catalog: { ...catalog, readRepository } });
    expect(found.searched.map(({ repository }) => repository.name)).toEqual(['acme/harbour']);
    expect(found.omitted).toBe(1);
  });

  it('states what its search could not do', async () => {
    const { dense } = bench.services;
    if (dense === undefined) return expect.fail('no embedder');
    const { notes } = await search({ dense: { ...dense, embedder: { ...dense.embedder, embedQuery } } });
    expect(notes).toEqual([
      expect.stringMatching(
        /^acme\/(?:harbour, acme\/bakery|bakery, acme\/harbour): Searched by keywords only: /,
      ),
    ]);
  });
});

it('counts the words in a limited number of repositories, a few at a time', async () => {
  const { catalog, textIndex } = bench.services;
  const [repository] = await catalog.listRepositories(openModeViewer);
  const [snapshot] = await catalog.listSnapshots([ids.harbour]);
  if (repository === undefined || snapshot === undefined) return expect.fail('no repository');
  const many = Array.from({ length: maxCountedRepositories + 5 }, (_, index) => `r${index}`);
  const running = { now: 0, most: 0, total: 0 };
  const found = await searchRepositories(
    {
      ...bench.services,
      catalog: {
        ...catalog,
        listRepositories: async () => many.map((id) => ({ ...repository, id })),
        listSnapshots: async (requested) => requested.map((id) => ({ ...snapshot, repositoryId: id })),
      },
      textIndex: {
        ...textIndex,
        documentFrequencies: async () => {
          running.now += 1;
          running.total += 1;
          running.most = Math.max(running.most, running.now);
          await bench.services.clock.yieldToEventLoop();
          running.now -= 1;
          return new Map();
        },
      },
    },
    openModeViewer,
    { query: 'gates', topK: 5 },
  );
  expect(running.total).toBe(maxCountedRepositories);
  expect(running.most).toBeLessThanOrEqual(50);
  expect(found.omitted).toBe(many.length);
  expect(found.notes).toEqual([expect.stringContaining('5 were not')]);
});
