/** Drift over HTTP: for a conversation from before the repository changed, and for citations that a client stored. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { Conversation, TurnEvent } from '../../../worker/core/answers/conversation.ts';
import type { CommitEvidence, ShownEvidence } from '../../../worker/core/answers/evidence.ts';
import { toShownEvidence } from '../../../worker/flows/answer/evidence/issue-evidence.ts';
import { createApp } from '../../../worker/http/app.ts';
import { readSpans } from '../../../worker/retrieval/search/read-spans.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createEvidence } from '../../support/samples/evidence.ts';
import { definition } from '../../support/workbench/parsed-files.ts';
import {
  addQueuedSnapshot,
  addReadySnapshot,
  type AddedSnapshot,
} from '../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../support/workbench/workbench.ts';

const conversationId = 'talk-1';
let bench: Workbench;
let conversation: Conversation | undefined;
let client: Client;
beforeEach(async () => {
  conversation = undefined;
  bench = await openWorkbench((services) => ({
    conversations: {
      ...services.conversations,
      read: ({ id }) => Promise.resolve(id === conversationId ? conversation : undefined),
    },
  }));
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  const send: typeof fetch = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  client = createClient({ baseUrl: 'http://localhost', fetch: send });
});

const block = (name: string): string =>
  [`def ${name}_first(${name}):`, `    ${name}_value = ${name} + 1`, `    return ${name}_value`, ''].join(
    '\n',
  );
const file = (...names: readonly string[]): string => names.map(block).join('');
const secret = { start: 7, end: 15, rule: 'key', line: 1 };

const before = {
  'kept.py': file('apple', 'pear'),
  'shifted.py': file('plum', 'grape'),
  'old/renamed.py': file('melon', 'lemon'),
  'left.py': file('peach', 'quince'),
  'edited.py': file('cherry', 'berry'),
  'gone.py': file('fig', 'date'),
  'secret.py': 'token = KEYAAAA1\nuse(token)\n',
};
const after = {
  'kept.py': before['kept.py'],
  'shifted.py': file('mango', 'plum', 'grape'),
  'new/renamed.py': before['old/renamed.py'],
  'left.py': file('peach'),
  'orchard.py': file('olive', 'quince'),
  'edited.py': file('cherry').replace('+ 1', '+ 2 * rate') + file('berry'),
  'secret.py': 'token = KEYBBBBBB2\nuse(token)\n',
};

const createFiles = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({
    path,
    text,
    symbols: [...text.matchAll(/def (\w+)/g)].map(([, name = ''], at) => definition(name, 3 * at + 1)),
    masks: path === 'secret.py' ? [{ ...secret, start: 8, end: text.indexOf('\n') }] : [],
  }));
const index = (texts: Readonly<Record<string, string>>, more: { ref?: string; commit?: string } = {}) =>
  addReadySnapshot(bench, { files: createFiles(texts) }, more);

const cited = [
  ['kept.py', 1, 3],
  ['shifted.py', 4, 6],
  ['old/renamed.py', 1, 3],
  ['left.py', 4, 6],
  ['edited.py', 1, 3],
  ['gone.py', 1, 3],
  ['secret.py', 1, 2],
] as const;
const commit: CommitEvidence = {
  id: 'c1',
  kind: 'commit',
  commit: 'f'.repeat(40),
  text: 'record',
  hash: 'a'.repeat(64),
  subject: 'Begin',
  author: 'A',
  authoredAt: 0,
  pullRequest: undefined,
  issues: [],
  origins: [],
  url: '/',
  score: 1,
};

async function readSources({ key }: AddedSnapshot): Promise<readonly ShownEvidence[]> {
  const positions = cited.map(([path, startLine, endLine]) => ({ path, startLine, endLine }));
  const spans = await readSpans(bench.services.chunkStore, key, positions);
  expect(spans).toHaveLength(cited.length);
  return spans.map((span) => toShownEvidence({ ...createEvidence({ file: '' }), ...span, id: span.path }));
}

function createTurn(
  id: string,
  snapshot: string,
  evidence: readonly ShownEvidence[],
): Conversation['turns'][number] {
  const events: TurnEvent[] = [
    { type: 'begin', turn: id, number: 1, question: 'q', snapshot, cached: false },
    { type: 'sources', evidence },
  ];
  return { id, number: 1, question: 'q', state: 'done', askedAt: 0, events };
}

it('reports the current position of every source on the same ref', async () => {
  const old = await index(before, { ref: 'main', commit: '1'.repeat(40) });
  const sources = await readSources(old);
  const now = await index(after, { ref: 'main', commit: '2'.repeat(40) });
  await index({ 'none.py': 'x\n' }, { ref: 'other' });
  await addQueuedSnapshot(bench, { ref: 'main' });
  conversation = {
    createdAt: 0,
    expiresAt: 1,
    turns: [createTurn('t1', old.snapshotId, [...sources, commit]), createTurn('t2', now.snapshotId, [])],
  };

  const { asOf, turns } = await client.conversationDrift(old.id, conversationId);
  expect(asOf).toEqual({ snapshotId: now.snapshotId, commit: '2'.repeat(40), ref: 'main' });
  expect(turns.map(({ turn, answered, unchecked }) => [turn, answered?.commit, unchecked])).toEqual([
    ['t1', '1'.repeat(40), 0],
    ['t2', '2'.repeat(40), 0],
  ]);
  const positions = turns[0]?.citations.map(({ evidence, state, path, startLine, endLine }) => [
    evidence,
    state,
    ...(path === undefined ? [] : [path, startLine, endLine]),
  ]);
  expect(positions).toEqual([
    ['kept.py', 'same', 'kept.py', 1, 3],
    ['shifted.py', 'moved', 'shifted.py', 7, 9],
    ['old/renamed.py', 'moved', 'new/renamed.py', 1, 3],
    ['left.py', 'moved', 'orchard.py', 4, 6],
    ['edited.py', 'edited', 'edited.py', 1, 3],
    ['gone.py', 'deleted'],
    ['secret.py', 'same', 'secret.py', 1, 2],
    ['c1', 'same'],
  ]);
  const edited = turns[0]?.citations[4];
  expect(edited?.share).toBeCloseTo(2 / 3, 2);
  expect(edited?.url).toBe(`/r/${old.id}/files/edited.py?version=${now.snapshotId}#L1-L3`);
});

it('reports `same` while the answered snapshot is the newest', async () => {
  const only = await index(before);
  conversation = {
    createdAt: 0,
    expiresAt: 1,
    turns: [createTurn('t1', only.snapshotId, await readSources(only))],
  };
  const { asOf, turns } = await client.conversationDrift(only.id, conversationId);
  expect(asOf).toMatchObject({ snapshotId: only.snapshotId, ref: null });
  expect(new Set(turns[0]?.citations.map(({ state }) => state))).toEqual(new Set(['same']));
});

it('reports branch and commit of a deleted snapshot', async () => {
  const old = await index(before, { ref: 'main', commit: '1'.repeat(40) });
  const sources = await readSources(old);
  const now = await index(after, { ref: 'main', commit: '2'.repeat(40) });
  await index({ 'none.py': 'x\n' }, { ref: 'other' });
  await bench.services.catalog.hideSnapshots([old.key.snapshot]);
  conversation = { createdAt: 0, expiresAt: 1, turns: [createTurn('t1', old.snapshotId, sources)] };
  const { turns } = await client.conversationDrift(old.id, conversationId);
  expect(turns).toMatchObject([
    { answered: { commit: '1'.repeat(40), ref: 'main' }, asOf: { snapshotId: now.snapshotId } },
  ]);
  expect(turns[0]?.citations.map(({ state }) => state).slice(0, 3)).toEqual(['same', 'moved', 'moved']);
});

it('does not report an existing copy as the new position', async () => {
  const copied = { 'a.py': before['gone.py'], 'copies/a.py': before['gone.py'] };
  const old = await index(copied);
  const span = { path: 'a.py', startLine: 1, endLine: 6 };
  const [read] = await readSpans(bench.services.chunkStore, old.key, [span]);
  if (read === undefined) throw new Error('No span was read.');
  const source = toShownEvidence({ ...createEvidence({ file: '' }), ...read });
  await index({ 'copies/a.py': before['gone.py'] });
  conversation = { createdAt: 0, expiresAt: 1, turns: [createTurn('t1', old.snapshotId, [source])] };
  const { turns } = await client.conversationDrift(old.id, conversationId);
  expect(turns[0]?.citations).toMatchObject([{ state: 'deleted' }]);
});

it('checks citations that a client sends, with its own ids', async () => {
  const now = await index(after);
  const lines = { startLine: 1, endLine: 3, text: block('melon') };
  const citations = [
    { id: 'mine', path: 'old/renamed.py', ...lines },
    { id: 'fig', path: 'gone.py', ...lines, text: block('fig'), hash: 'b'.repeat(64) },
    { id: 'then', kind: 'commit' as const },
  ];
  const found = await client.drift(now.id, { citations });
  expect(found.asOf.snapshotId).toBe(now.snapshotId);
  expect(found.citations).toMatchObject([
    { evidence: 'mine', state: 'moved', path: 'new/renamed.py', startLine: 1, endLine: 3 },
    { evidence: 'fig', state: 'deleted' },
    { evidence: 'then', state: 'same' },
  ]);
});

it('rejects invalid citations', async () => {
  const { id } = await index(before);
  await expect(client.conversationDrift(id, 'nowhere')).rejects.toMatchObject({
    problem: { status: 404, code: 'conversation_not_found' },
  });
  await expect(client.drift(id, { citations: [] })).rejects.toMatchObject({ problem: { status: 400 } });
  await expect(client.drift('nowhere', { citations: [{ id: 'c', kind: 'commit' }] })).rejects.toMatchObject({
    problem: { status: 404, code: 'repository_not_found' },
  });
});

const createLines = (letter: string, lines: number): string =>
  Array.from({ length: lines }, (_, at) => `${letter}${String(at).padStart(4, '0')}\n`).join('');

it('counts citations over the work limit as unchecked, and checks the others', async () => {
  const now = await index({ ...after, 'long.txt': createLines('a'.repeat(60), 1_000) });
  const text = createLines('•'.repeat(60), 1_400);
  const citations = [
    { id: 'masks', path: 'long.txt', startLine: 1, endLine: 1_400, text },
    { id: 'kept', path: 'kept.py', startLine: 1, endLine: 3, text: block('apple') },
  ];
  const found = await client.drift(now.id, { citations });
  expect(found.citations).toMatchObject([{ evidence: 'kept', state: 'same' }]);
  expect(found.unchecked).toBe(1);
});

it('rejects more text than the limit', async () => {
  const { id } = await index(before);
  const text = 'x'.repeat(90_000);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      path: 'kept.py',
      startLine: 1,
      endLine: 1,
      text,
    }));
  await expect(client.drift(id, { citations: many(5) })).rejects.toMatchObject({ problem: { status: 400 } });
  expect((await client.drift(id, { citations: many(4) })).citations).toHaveLength(4);
});

it('does not report `same` for lines that the file does not have, whatever the hash', async () => {
  const now = await index(before);
  const [{ hash } = { hash: '' }] = await bench.services.chunkStore.findFiles(now.key, {
    paths: ['kept.py'],
    hashes: [],
  });
  const findDrift = async (startLine: number, endLine: number, text: string) =>
    (
      await client.drift(now.id, {
        citations: [{ id: 'c', path: 'kept.py', startLine, endLine, text, hash }],
      })
    ).citations[0];
  expect(await findDrift(1, 6, before['kept.py'])).toMatchObject({ state: 'same', endLine: 6 });
  expect(await findDrift(91, 93, block('apple'))).toMatchObject({ state: 'moved', startLine: 1, endLine: 3 });
  expect(await findDrift(91, 93, block('nothing like it'))).toMatchObject({ state: 'deleted' });
  await expect(findDrift(3, 1, block('apple'))).rejects.toMatchObject({ problem: { status: 400 } });
});
