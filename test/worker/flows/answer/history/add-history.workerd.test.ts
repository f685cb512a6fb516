/** An answer with low confidence is extended with history or passages. Both parts form one answer, and a note states what was searched. */
import { beforeEach, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { askWorkbench, type CollectedAnswer } from '../../../../support/samples/ask-workbench.ts';
import { createCommit, createCommitId } from '../../../../support/samples/commits.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

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
  ({ id } = await uploadAndIndex(bench, tree));
});
const ask = (question: string) => askWorkbench(bench.services, { id, question });
const uploadHistory = async (message: string) => {
  const key = toHistoryKey(await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined }));
  const { historyStore } = bench.services;
  await historyStore.saveCommits(key, [
    createCommit('c1', 1_700_000_000, { message, files: ['src/pool.py'] }),
  ]);
  await historyStore.end(key, { tip: createCommitId('c1'), since: undefined, notes: [] });
};
const readNotes = ({ events }: CollectedAnswer): string => {
  const [first] = events;
  return first?.type === 'question' ? (first.reading.notes ?? []).join('\n') : expect.fail('no reading');
};
const unsure = 'Did a request ever hang on a stale socket?';

it('extends passages with the commit that matches a question which may be about history', async () => {
  const before = await ask(unsure);
  expect(before.verdict).toMatchObject({ confidence: 'low', class: 'how' });
  await uploadHistory('Close stale sockets on release\n\nA request hangs on a stale socket for ever.\n');
  const answer = await ask(unsure);
  expect(answer.verdict).toMatchObject({ confidence: 'low', class: 'how' });
  expect([...answer.evidence.keys()]).toEqual(expect.arrayContaining([...before.evidence.keys()]));
  expect(answer.text).toContain('“A request hangs on a stale socket for ever.”');
  expect([...answer.commits.values()].map(({ commit }) => commit)).toEqual([createCommitId('c1')]);
  expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
  expect(readNotes(answer)).toContain('the answer includes what the history says');
  const ranges = [...answer.evidence.values()].map(
    ({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`,
  );
  expect(ranges).toEqual([...new Set(ranges)]);
});

it('adds nothing from a history without a match, and notes that it was searched', async () => {
  await uploadHistory('Mend the wording of a warning\n');
  const answer = await ask(unsure);
  expect(answer.commits.size).toBe(0);
  expect(readNotes(answer)).toContain('says nothing about it');
});

it('does not extend the passages of another question, however low their confidence', async () => {
  await uploadHistory('Close stale sockets on release\n\nA request hangs on a stale socket for ever.\n');
  const answer = await ask('What happens to a request that hangs on a stale socket?');
  expect(answer.verdict).toMatchObject({ confidence: 'low', class: 'how' });
  expect(answer.commits.size).toBe(0);
  expect(readNotes(answer)).toBe('Not found in the files that were indexed: `hangs`.');
});

it('does not extend passages of high confidence', async () => {
  await uploadHistory('Close stale sockets\n\nHow are stale sockets closed is told here.\n');
  const answer = await ask('How are stale sockets closed?');
  expect(answer.verdict).toMatchObject({ confidence: 'high' });
  expect(answer.commits.size).toBe(0);
  expect(readNotes(answer)).toBe('');
});

it('does not answer a declined question from the history', async () => {
  await uploadHistory('Archive invoices every quarter\n\nHow invoices are archived every quarter.\n');
  expect((await ask('How are invoices archived every quarter?')).verdict).toMatchObject({ refused: true });
});

it('extends a graph answer of low confidence with excerpts', async () => {
  const answer = await ask('Who calls `Pool.release`?');
  expect(answer.verdict).toMatchObject({ confidence: 'low', refused: false });
  const [graph = '', code = ''] = answer.text.split('### What the code says');
  expect(graph).toContain('`Pool.release` has no known callers');
  expect(code).toMatch(/`Pool\.release` in `src\/pool\.py` \[chunk:e\d+\][^]*```python\n[^]*socket/);
  expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
  const ranges = [...answer.evidence.values()].map(
    ({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`,
  );
  expect(ranges).toEqual([...new Set(ranges)]);
  expect(readNotes(answer)).toContain('The graph contains no certain answer');
});
