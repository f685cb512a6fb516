/** Answers from a stored history: their statements, their citations, and notes on where the known history ends. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { sha256 } from '../../../../../worker/core/text/hash.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { findHistory } from '../../../../../worker/flows/answer/history/find-history.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
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
const tree = { 'src/pool.py': pool, 'README.md': '# Pools\n\nA pool of connections for requests.\n' };

let bench: Workbench;
let added: { id: string; snapshotId: string };
const resolve = () => resolveSnapshot(bench.services, openModeViewer, { id: added.id, version: undefined });

beforeEach(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  added = await uploadAndIndex(bench, tree);
});

async function uploadHistory(): Promise<void> {
  const key = toHistoryKey(await resolve());
  const { historyStore } = bench.services;
  await historyStore.saveCommits(key, [
    createCommit('c3', 1_700_000_000, {
      parents: ['c2'],
      message:
        'Close stale sockets on release (#12)\n\nA stale socket made the next request hang. Fixes #9.\n',
      pullRequest: { number: 12, title: undefined },
      issues: [9],
      files: ['src/pool.py'],
    }),
    createCommit('c2', 1_650_000_000, {
      parents: ['cj'],
      message: 'Describe the pool',
      author: 'Ben',
      files: ['README.md'],
    }),
    createCommit('cj', 1_600_000_000, {
      message: 'Keep connections in a pool',
      author: 'Cleo',
      files: ['src/pool.py'],
    }),
  ]);
  const origin = { step: 'added' as const, path: 'src/pool.py', before: undefined };
  await historyStore.saveOrigins(key, [
    {
      path: 'src/pool.py',
      hash: await sha256(pool),
      nodes: [
        { ...origin, commit: createCommitId('cj') },
        { ...origin, commit: createCommitId('c3') },
      ],
      runs: [
        { lines: 4, node: 0, line: 1 },
        { lines: 2, node: 1, line: 5 },
        { lines: 1, node: 0, line: 5 },
      ],
    },
  ]);
  await historyStore.end(key, { tip: createCommitId('c3'), since: undefined, notes: [] });
}

const findFirstCommit = async (request: Parameters<typeof findHistory>[2]) =>
  (await findHistory(bench.services, await resolve(), request)).commits[0];

describe('an answer from a known history', () => {
  beforeEach(uploadHistory);

  it('explains lines by the commit that introduced them, its message and the discussions that it names', async () => {
    const answer = await askWorkbench(bench.services, {
      id: added.id,
      question: 'Why is a stale socket closed on release?',
    });
    expect(answer.verdict).toMatchObject({ class: 'why', refused: false });
    expect(answer.text).toMatch(
      /Lines 5–6 of `src\/pool\.py` were introduced by commit `63330{5}0?` of 2023-11-14 by `Ann`: “Close stale sockets on release \(#12\)”/,
    );
    expect(answer.text).toContain('“A stale socket made the next request hang.”');
    expect(answer.text).toContain('pull request `#12`');
    expect(answer.text).toContain('the discussion of pull request #12, #9 is not indexed');
    expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
    expect([...answer.commits.values()].map(({ commit }) => commit)).toContain(createCommitId('c3'));
    expect(answer.events.find((event) => event.type === 'card')).toMatchObject({
      card: { type: 'timeline', entries: [{ commit: createCommitId('c3'), pullRequest: 12 }, {}] },
    });
  });

  it('names the authors of a file with their number of lines', async () => {
    const { text, claims } = await askWorkbench(bench.services, {
      id: added.id,
      question: 'Who wrote src/pool.py?',
    });
    expect(text).toMatch(
      /Of the 7 lines of `src\/pool\.py`, 5 were last changed by `Cleo`, 2 by `Ann`(?: \[chunk:\w+\]){2}\./,
    );
    expect(text).toMatch(
      /Lines 1–4 of `src\/pool\.py` were introduced by commit `\w+` of 2020-09-13 by `Cleo`/,
    );
    expect(text).toMatch(
      /Lines 5–6 of `src\/pool\.py` were last changed by commit `\w+` of 2023-11-14 by `Ann`/,
    );
    expect(claims.map(({ state }) => state)).toEqual(claims.map(() => 'verified'));
  });

  it('states first that no commit meets the period, with low confidence', async () => {
    const answer = await askWorkbench(bench.services, {
      id: added.id,
      question: 'Which commit closed stale sockets before 2001?',
    });
    expect(answer.verdict).toMatchObject({ refused: false, confidence: 'low' });
    expect(answer.text).toMatch(/^### Its history\s+No commit until 2000-12-31 matches the question/);
    expect(answer.claims.map(({ state }) => state)).toEqual(answer.claims.map(() => 'verified'));
  });

  it.each([
    ['Who last changed the pool code?', '2 commits changed `src/pool.py`; this one is the newest'],
    [
      'What changed in the pool in November 2023?',
      '1 commit changed `src/pool.py` from 2023-11-01 to 2023-11-30',
    ],
  ])('finds the file that the topic names: %s', async (question, statement) => {
    const answer = await askWorkbench(bench.services, { id: added.id, question });
    expect(answer.verdict).toMatchObject({ refused: false, confidence: 'high' });
    expect(answer.text).toContain(statement);
    expect([...answer.commits.values()].map(({ commit }) => commit)).toEqual([createCommitId('c3')]);
  });

  it('separates the current code from the history', async () => {
    const { text } = await askWorkbench(bench.services, {
      id: added.id,
      question: 'Why does `Pool.release` close sockets?',
    });
    expect(text.indexOf('### Its history')).toBe(0);
    const code = text.indexOf('### The code, as of');
    expect(code).toBeGreaterThan(0);
    expect(text.slice(code)).toMatch(
      /^.*\n\n.*`Pool\.release` in `src\/pool\.py`.*\n\n[^]*```python\n[^]*if socket\.stale:/,
    );
  });

  it.each([
    ['When was `Pool` introduced?', 'cj', 'introduced'],
    ['Who changed `Pool.release` last?', 'c3', 'last-changed'],
    ['Why is line 5 of src/pool.py there?', 'c3', 'introduced'],
    ['Which commit closes #9?', 'c3', undefined],
    ['What did commit 636a0000 do?', 'cj', undefined],
  ])('finds the commit that answers: %s', async (question, id, reason) => {
    const { commits } = await findHistory(bench.services, await resolve(), { question });
    expect(commits[0]?.commit.id).toBe(createCommitId(id));
    if (reason !== undefined) expect(commits[0]?.reason).toBe(reason);
  });

  it('returns the history of lines, a definition and a file, and rejects lines that do not exist', async () => {
    expect(await findFirstCommit({ path: 'src/pool.py', startLine: 6 })).toMatchObject({
      commit: { id: createCommitId('c3') },
    });
    expect(await findFirstCommit({ symbol: 'Pool' })).toMatchObject({
      commit: { id: createCommitId('cj') },
      reason: 'introduced',
    });
    expect(await findFirstCommit({ path: 'src/pool.py' })).toMatchObject({
      commit: { id: createCommitId('cj') },
    });
    await expect(findFirstCommit({ path: 'src/pool.py', startLine: 5, endLine: 90 })).rejects.toThrow(
      'has 7 lines',
    );
    await expect(findFirstCommit({ path: 'src/none.py' })).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(findFirstCommit({ symbol: 'Pond' })).rejects.toMatchObject({ code: 'symbol_not_found' });
  });

  it('declines a question that neither the code nor any message matches', async () => {
    const { verdict, claims } = await askWorkbench(bench.services, {
      id: added.id,
      question: 'Why are invoices archived every quarter?',
    });
    expect(verdict).toMatchObject({ refused: true });
    expect(claims).toEqual([]);
  });
});

it('sends no search twice, even if the history has no match', async () => {
  await uploadHistory();
  const searched: string[] = [];
  const { textIndex } = bench.services;
  const services = {
    ...bench.services,
    textIndex: {
      ...textIndex,
      search: (...request: Parameters<typeof textIndex.search>) => {
        searched.push(JSON.stringify(request));
        return textIndex.search(...request);
      },
    },
  };
  const answer = await askWorkbench(services, {
    id: added.id,
    question: 'Why are invoices archived every quarter?',
  });
  expect(answer.verdict).toMatchObject({ refused: true });
  expect(searched.length).toBeGreaterThan(0);
  expect(searched).toEqual([...new Set(searched)]);
});

it('answers from the code if no history is known, with a note', async () => {
  const answer = await askWorkbench(bench.services, {
    id: added.id,
    question: 'Why is a stale socket closed on release?',
  });
  expect(answer.verdict).toMatchObject({ refused: false });
  expect(answer.commits.size).toBe(0);
  expect(answer.events[0]).toMatchObject({
    reading: { notes: [expect.stringContaining('this version has no known history')] },
  });
});
