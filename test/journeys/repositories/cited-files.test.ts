/** The citations of a conversation stay readable after an upload has replaced their version, until the conversation is deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalServer, type LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient, ProblemError, type Client } from '../../../worker/contract/client.ts';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { getSpans } from '../../support/samples/evidence.ts';

const lantern = `"""Signals between the two lighthouses."""

KEEPER_TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


def flash_interval(fog_density):
    """Returns the seconds between two flashes, shorter in dense fog."""
    if fog_density > 0.7:
        return 4
    return 12
`;
const before = {
  'src/lantern.py': lantern,
  ...Object.fromEntries(
    ['pantry', 'rowing', 'weather', 'library', 'garden', 'postbag', 'chimney', 'stables'].map((name) => [
      `src/${name}.py`,
      `def open_${name}(door):\n    """Opens the ${name}."""\n    return door.push()\n`,
    ]),
  ),
};
const after = { ...before, 'src/lantern.py': lantern.replace('return 12', 'return 15') };

let dataDirectory: string;
let server: LocalServer;
let client: Client;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'wherefore-cited-'));
  server = await startLocalServer({ port: 0, dataDirectory, vars: { KEEP_REPLACED_HOURS: '0' } });
  client = createClient({ baseUrl: server.url });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function upload(tree: Readonly<Record<string, string>>) {
  const archive = await tarGz(...Object.entries(tree).map(([path, content]) => tarEntry(path, { content })));
  const added = await client.addRepository(
    { name: 'lighthouse', ref: 'main' },
    { contentType: 'application/gzip', body: new Uint8Array(archive) },
  );
  for await (const repository of client.watchRepository(added.id))
    if (repository.snapshotId === added.snapshotId && repository.status === 'ready') break;
  return added;
}

async function readProblem(read: Promise<unknown>) {
  const thrown = await read.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ProblemError)) return expect.fail('The file is readable.');
  return thrown.problem;
}

const question = 'How many seconds are between two flashes in fog?';
const citedPath = 'src/lantern.py';

describe('a citation of a replaced upload', () => {
  let id: string;
  let oldSnapshot: string;
  let answer: Answer;
  const readOld = (path = citedPath) => client.readFile(id, path, oldSnapshot);

  beforeAll(async () => {
    const added = await upload(before);
    id = added.id;
    oldSnapshot = added.snapshotId;
    answer = await client.answer(id, { question, conversationId: 'kept' });
    expect(getSpans(answer).map(({ path }) => path)).toContain(citedPath);
    // The second conversation gets its answer from the cache.
    expect((await client.answer(id, { question, conversationId: 'cached' })).cached).toBe(true);
    await upload(after);
  });

  it('opens the lines that it cited, with when they were indexed and removed', async () => {
    // The replaced version is removed in the background.
    const isRetained = (): Promise<boolean> =>
      readOld().then(
        (file) => file.retained !== undefined,
        () => false,
      );
    await expect.poll(isRetained, { timeout: 60_000 }).toBe(true);
    const [span] = getSpans(answer).filter(({ path }) => path === citedPath);
    const file = await readOld();
    expect(file.retained).toEqual({
      indexedAt: expect.stringMatching(/^\d{4}-/),
      removedAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(file).toMatchObject({ commit: span?.commit, hash: span?.hash });
    const lines = file.text.split('\n').slice((span?.startLine ?? 1) - 1, span?.endLine);
    expect(lines.join('\n')).toContain('return 12');
    expect((await client.readFile(id, citedPath)).text).toContain('return 15');
  });

  it('has its secrets masked', async () => {
    const file = await readOld();
    expect(file.text).not.toContain('ghp_0123456789');
    expect(file.masked).toMatchObject([{ line: 3 }]);
  });

  it('keeps no file that the answer did not use', async () => {
    const used = new Set(getSpans(answer).map(({ path }) => path));
    const [unused] = Object.keys(before).filter((path) => !used.has(path));
    if (unused === undefined) return expect.fail('The answer uses every file.');
    const problem = await readProblem(readOld(unused));
    expect(problem).toMatchObject({ status: 404, code: 'version_not_found' });
    expect(problem.detail).toContain('was removed at');
  });

  it('survives another upload, and ends with the last conversation that cites it', async () => {
    await upload(before);
    expect((await readOld()).text).toContain('return 12');
    await client.removeConversation(id, 'kept');
    expect((await readOld()).text).toContain('return 12');
    await client.removeConversation(id, 'cached');
    expect(await readProblem(readOld())).toMatchObject({ code: 'version_not_found' });
  });
});
