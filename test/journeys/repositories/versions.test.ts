/** Two versions of one repository stay consistent through a killed refresh, reads and the command line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  launchLocalServer,
  startLocalServer,
  type LocalServer,
} from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';

const many = Array.from({ length: 120 }, (_, number): [string, string] => [
  `src/part${number}.py`,
  `def part${number}(value):\n    """Returns part ${number} of a letter."""\n    return value + ${number}\n`,
]);
const first = Object.fromEntries([
  ...many,
  ['src/send.py', 'def send(letter):\n    return pigeon(letter)\n'],
]);
const second = { ...first, 'src/send.py': 'def send(letter, fast=False):\n    return courier(letter)\n' };
/** Small parts, so that a kill interrupts some of them. */
const vars = { PACK_BYTES: '1000', INDEX_CHUNKS: '20', EMBED_CHUNKS: '20', KEEP_REPLACED_HOURS: '0' };

let dataDirectory: string;
let server: LocalServer;
let client: Client;
const open = (started: LocalServer) => {
  server = started;
  client = createClient({ baseUrl: server.url });
};

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'wherefore-versions-'));
  open(await startLocalServer({ port: 0, dataDirectory, vars }));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const createArchive = (tree: Readonly<Record<string, string>>) =>
  tarGz(...Object.entries(tree).map(([path, content]) => tarEntry(path, { content })));
const add = async (tree: Readonly<Record<string, string>>, ref: string) =>
  client.addRepository(
    { name: 'letters', ref },
    { contentType: 'application/gzip', body: new Uint8Array(await createArchive(tree)) },
  );
const waitUntilReady = async (id: string, snapshotId: string): Promise<void> => {
  for await (const repository of client.watchRepository(id))
    if (repository.snapshotId === snapshotId && repository.status === 'ready') return;
};
const readSendFile = async (id: string) => (await client.readFile(id, 'src/send.py', 'main')).text;

test('the old version answers during a killed refresh, and the new version appears complete', async () => {
  const tagged = await add(first, 'v1.0');
  await waitUntilReady(tagged.id, tagged.snapshotId);
  const before = await add(first, 'main');
  await waitUntilReady(before.id, before.snapshotId);
  const { id, snapshotId } = await add(second, 'main');
  let lastPercent = 0;
  for await (const { percent } of client.watchRepository(id)) {
    lastPercent = percent;
    if (percent > 5) break;
  }
  expect(lastPercent).toBeLessThan(100);
  expect(await readSendFile(id)).toContain('pigeon');
  await server.kill();
  open(await launchLocalServer({ port: 0, dataDirectory, vars }));
  await server.ready;
  const seenFiles = new Set<string>();
  for (let isReady = false; !isReady;) {
    const [main] = (await client.listVersions(id)).filter(({ ref }) => ref === 'main');
    isReady = main?.snapshotId === snapshotId;
    const [file] = (await client.search(id, { query: 'def send letter', version: 'main' })).results;
    seenFiles.add(`${file?.path} ${String((await readSendFile(id)).includes('courier'))}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect([...seenFiles].every((seenFile) => seenFile.startsWith('src/send.py'))).toBe(true);
  expect(await readSendFile(id)).toContain('courier');
  const compared = await client.compareVersions(id, { from: 'v1.0', to: 'main' });
  expect(compared.files).toMatchObject({ changed: 1, added: 0, removed: 0, same: 120 });
  expect(compared.definitions.list).toMatchObject([{ name: 'send', change: 'signature' }]);
  const main = await client.getVersion(id, 'main');
  expect(main.chunks).toMatchObject({ own: 1 });
  expect(main.embeddings.own).toBeLessThan(4);
});

test('the replaced snapshot is removed, and the versions still resolve', async () => {
  const [repository] = await client.listRepositories();
  const id = repository?.id ?? '';
  for (let replaced: string | null = ''; replaced !== null;)
    replaced = (await client.listVersions(id)).find(({ ref }) => ref === 'main')?.supersedes ?? null;
  const versions = await client.listVersions(id);
  expect(versions.map(({ ref, isDefault }) => [ref, isDefault])).toEqual([
    ['main', true],
    ['v1.0', false],
  ]);
  expect((await client.readFile(id, 'src/send.py', '1.0')).text).toContain('pigeon');
});

test('a question can name its version, and a question about an unknown version is declined', async () => {
  const [repository] = await client.listRepositories();
  const id = repository?.id ?? '';
  const old = await client.answer(id, { question: 'In v1.0, where is `send` defined?' });
  expect(old.reading.version).toMatchObject({ ref: 'v1.0' });
  expect(old.coverage.ref).toBe('v1.0');
  expect(old.evidence.map(({ text }) => text).join('')).toContain('pigeon');
  const changed = await client.answer(id, { question: 'How did `send` change since v1.0?' });
  expect(changed.answer).toContain('def send(letter, fast=False):');
  expect(changed.claims.filter(({ state }) => state !== 'verified')).toEqual([]);
  const missing = await client.answer(id, { question: 'In v7.3, where is `send` defined?' });
  expect(missing).toMatchObject({ refused: true, evidence: [] });
});

const run = (...args: string[]) => runCommand(['versions', 'letters', ...args], { url: server.url });

test('the command line lists, repairs and removes versions', async () => {
  expect((await run()).stdout).toContain('read by default');
  expect((await run('--repair', 'v1.0')).stdout).toContain('All data is present.');
  expect((await run('--remove', 'v1.0', '--json')).json).toMatchObject({ removed: [expect.any(String)] });
  const last = await run('--remove', 'main');
  expect(last.code).not.toBe(0);
  expect(last.stderr).toContain('the only version. Remove the repository instead');
});
