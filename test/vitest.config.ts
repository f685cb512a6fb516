/**
 * Five projects: `unit` runs pure code in Node; `workerd` runs adapters in the real runtime with local D1, R2 and
 * queues; `journeys` goes through the public door of a started server, a browser included; `objects` runs Durable Objects
 * beside the Worker that holds them. `objects` and `alone`, the journeys that hold what a reader waits for to a bound, run last and one file
 * at a time: nothing else has the processor then.
 */
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { closingLine } from './support/closing-line.ts';

const root = new URL('..', import.meta.url).pathname;
const migrations = async (role: 'catalog' | 'index') => readD1Migrations(`${root}/migrations/${role}`);

const runtime = async () => ({
  compatibilityDate: '2026-09-01',
  compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
  d1Databases: ['CATALOG', 'INDEX_0', 'INDEX_1'],
  modulesRules: [
    { type: 'CompiledWasm' as const, include: ['**/*.wasm'] },
    { type: 'Data' as const, include: ['**/*.bin'] },
  ],
  r2Buckets: ['BLOBS'],
  bindings: {
    CATALOG_MIGRATIONS: await migrations('catalog'),
    INDEX_MIGRATIONS: await migrations('index'),
    UNHEARD_SECONDS: '1',
  },
});
/** Two at once even on a machine of two cores, where the default is one: most of a test in a runtime or a browser is waiting. */
const atOnce = Math.max(2, availableParallelism() - 1);
/** Tests that need objects bound, and so the Worker that exports them. */
const ofObjects = [
  'test/worker/objects/*.workerd.test.ts',
  'test/worker/adapters/durable-objects/*.workerd.test.ts',
  'test/worker/http/conversations.workerd.test.ts',
];

/** Journeys with a bound on how long something takes. */
const ofBounds = ['test/journeys/files-in-browser.test.ts', 'test/journeys/graph-in-browser.test.ts'];
const throughTheDoor = { testTimeout: 120_000, hookTimeout: 180_000 };
const oneByOne = { sequence: { groupOrder: 2 }, fileParallelism: false };

export default defineConfig(async () => ({
  root,
  test: {
    maxWorkers: atOnce,
    reporters: ['default', closingLine],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          // Nothing a file of it does outlives the file, so that all share the modules they load.
          isolate: false,
          sequence: { groupOrder: 0 },
          maxWorkers: atOnce,
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.workerd.test.ts', 'test/journeys/**'],
          testTimeout: 30_000,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest({
            miniflare: await runtime(),
          }),
        ],
        test: {
          name: 'workerd',
          sequence: { groupOrder: 0 },
          maxWorkers: atOnce,
          include: ['test/**/*.workerd.test.ts'],
          exclude: ofObjects,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest({
            main: './test/support/objects-worker.ts',
            miniflare: {
              ...(await runtime()),
              durableObjects: {
                CONVERSATION: { className: 'WatchedConversation', useSQLite: true },
                QUOTA: { className: 'QuotaObject', useSQLite: true },
                VECTOR_SHARD: { className: 'VectorShardObject', useSQLite: true },
              },
            },
          }),
        ],
        test: {
          name: 'objects',
          ...oneByOne,
          include: ofObjects,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          // Each file has a server of its own, and waits for it, for pauses between tries and for pages more than it works.
          sequence: { groupOrder: 1 },
          maxWorkers: atOnce,
          include: ['test/journeys/**/*.test.ts'],
          exclude: ofBounds,
          ...throughTheDoor,
        },
      },
      { root, test: { name: 'alone', ...oneByOne, include: ofBounds, ...throughTheDoor } },
    ],
  },
}));
