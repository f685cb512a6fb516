/** Where one way of answering is not sure, the other is asked too: what both say stands in one answer, and the reading says what was asked. */
import { beforeEach, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { historyKeyOf } from '../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { askOf, type Answered } from '../../support/ask.ts';
import { commit, commitId } from '../../support/commits.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';

const pool = `class Pool:
    """Connections kept open between requests."""

    def release(self, socket):
        if socket.stale:
            socket.close()
        self.free.append(socket)
`;
const manager = `def shut_down(one, other):
    """Release what is left of both."""
    one.release(None)
    other.release(None)
`;

let bench: Workbench;
let id: string;
beforeEach(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const tree = { 'src/pool.py': pool, 'src/manager.py': manager, 'README.md': '# Pools\n\nFor requests.\n' };
  ({ id } = await indexed(bench, tree));
});
const ask = (question: string) => askOf(bench.services, { id, question });
const handOver = async (message: string) => {
  const key = historyKeyOf(await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined }));
  const { historyStore } = bench.services;
  await historyStore.saveCommits(key, [commit('c1', 1_700_000_000, { message, files: ['src/pool.py'] })]);
  await historyStore.end(key, { tip: commitId('c1'), since: undefined, notes: [] });
};
const notesOf = ({ events }: Answered): string => {
  const [first] = events;
  return first?.type === 'question' ? (first.reading.notes ?? []).join('\n') : expect.fail('no reading');
};
const unsure = 'What happens to a request that hangs on a stale socket?';

it('passages that are not sure are told with the commit that says most of what is asked', async () => {
  const before = await ask(unsure);
  expect(before.verdict).toMatchObject({ confidence: 'low', class: 'how' });
  await handOver('Close stale sockets on release\n\nA request hangs on a stale socket for ever.\n');
  const told = await ask(unsure);
  expect(told.verdict).toMatchObject({ confidence: 'low', class: 'how' });
  expect([...told.evidence.keys()]).toEqual(expect.arrayContaining([...before.evidence.keys()]));
  expect(told.text).toContain('“A request hangs on a stale socket for ever.”');
  expect([...told.commits.values()].map((one) => one.commit)).toEqual([commitId('c1')]);
  expect(told.claims.map(({ state }) => state)).toEqual(told.claims.map(() => 'verified'));
  expect(notesOf(told)).toContain('is told beside them');
  const places = [...told.evidence.values()].map((one) => `${one.path}:${one.startLine}-${one.endLine}`);
  expect(places).toEqual([...new Set(places)]);
});

it('a history that says nothing of it adds nothing, and is said to have been asked', async () => {
  await handOver('Mend the wording of a warning\n');
  const told = await ask(unsure);
  expect(told.commits.size).toBe(0);
  expect(notesOf(told)).toContain('says nothing of it');
});

it('passages that are sure are told alone', async () => {
  await handOver('Close stale sockets\n\nHow are stale sockets closed is told here.\n');
  const told = await ask('How are stale sockets closed?');
  expect(told.verdict).toMatchObject({ confidence: 'high' });
  expect(told.commits.size).toBe(0);
  expect(notesOf(told)).toBe('');
});

it('what is declined is declined all the same', async () => {
  await handOver('Archive invoices every quarter\n\nHow invoices are archived every quarter.\n');
  expect((await ask('How are invoices archived every quarter?')).verdict).toMatchObject({ refused: true });
});

it('what the graph is not sure of is told with what the code says', async () => {
  const told = await ask('Who calls `Pool.release`?');
  expect(told.verdict).toMatchObject({ confidence: 'low', refused: false });
  const [graph = '', code = ''] = told.text.split('### What the code says');
  expect(graph).toContain('`Pool.release` has no known callers');
  expect(code).toContain('`Pool.release` is a method in `src/pool.py`');
  expect(told.claims.map(({ state }) => state)).toEqual(told.claims.map(() => 'verified'));
  const places = [...told.evidence.values()].map((one) => `${one.path}:${one.startLine}-${one.endLine}`);
  expect(places).toEqual([...new Set(places)]);
  expect(notesOf(told)).toContain('The graph is not sure of it');
});
