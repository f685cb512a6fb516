/**
 * Defines the test projects. `unit` runs pure code in Node. `workerd` runs adapters in the real runtime with local D1, R2 and queues.
 * `objects` does the same for Durable Objects, with the Worker that exports them. `journeys` tests a started server through its public API and
 * its pages. `soak` contains the long journeys and the limits on time; it runs one file at a time, only by `npm run test:soak`.
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
    { type: 'Data' as const, include: ['**/*.bin', '**/*.woff2'] },
  ],
  r2Buckets: ['BLOBS'],
  bindings: {
    CATALOG_MIGRATIONS: await migrations('catalog'),
    INDEX_MIGRATIONS: await migrations('index'),
    UNHEARD_SECONDS: '1',
  },
});
/** At least two, because a test in a runtime or a browser mostly waits. Vitest's default on two cores is one. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Tests that need Durable Objects, and so the Worker that exports them, and a test that measures the memory of a fresh runtime. */
const objectTests = [
  'test/worker/adapters/tree-sitter/parser.workerd.test.ts',
  'test/worker/objects/*.workerd.test.ts',
  'test/worker/adapters/durable-objects/*.workerd.test.ts',
  'test/worker/http/conversations.workerd.test.ts',
  'test/worker/http/account/*.workerd.test.ts',
  'test/worker/http/matrix/*.workerd.test.ts',
];

/** In each worker, journeys share a server, a browser, and the modules that they load. */
const journeys = {
  isolate: false,
  globalSetup: ['test/support/server/journeys-folder.ts'],
  setupFiles: ['test/support/contract/fail-on-undeclared-response.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // Two journeys share two cores, so a page may need more than the default second.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig(async () => ({
  root,
  test: {
    maxWorkers,
    reporters: ['default', closingLine],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          setupFiles: ['test/support/contract/fail-on-undeclared.ts'],
          // No file changes shared state, so all files share the modules that they load.
          isolate: false,
          sequence: { groupOrder: 0 },
          maxWorkers,
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.workerd.test.ts', 'test/journeys/**', 'test/soak/**'],
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
          setupFiles: ['test/support/contract/fail-on-undeclared.ts'],
          // The files of a worker share a runtime. Each test empties the databases that it uses.
          isolate: false,
          sequence: { groupOrder: 0 },
          maxWorkers,
          include: ['test/**/*.workerd.test.ts'],
          exclude: objectTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest({
            main: './test/support/workbench/objects-worker.ts',
            miniflare: {
              ...(await runtime()),
              durableObjects: {
                CONVERSATION: { className: 'WatchedConversation', useSQLite: true },
                LIMIT: { className: 'LimitObject', useSQLite: true },
                QUOTA: { className: 'QuotaObject', useSQLite: true },
                VECTOR_SHARD: { className: 'VectorShardObject', useSQLite: true },
              },
            },
          }),
        ],
        test: {
          name: 'objects',
          setupFiles: ['test/support/contract/fail-on-undeclared.ts'],
          sequence: { groupOrder: 0 },
          maxWorkers,
          include: objectTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          sequence: { groupOrder: 1 },
          maxWorkers,
          include: ['test/journeys/**/*.test.ts'],
          ...journeys,
        },
      },
      {
        root,
        test: {
          name: 'soak',
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          include: ['test/soak/**/*.test.ts'],
          ...journeys,
        },
      },
    ],
  },
}));
