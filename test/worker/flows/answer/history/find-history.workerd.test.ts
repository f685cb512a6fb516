/** Finds the right commits of a small stored history, in the right order and for the right lines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { sha256 } from '../../../../../worker/core/text/hash.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { findHistory } from '../../../../../worker/flows/answer/history/find-history.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import {
  resolveSnapshot,
  type ResolvedSnapshot,
} from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import type { FileOrigins } from '../../../../../worker/ports/history-store.ts';
import { createCommit, createCommitId } from '../../../../support/samples/commits.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const path = 'src/parcel/cutting.py';
const text = `def cut_greedily(text, budget):
    """Cuts a text into pieces."""
    if budget < 1:
        raise ValueError("no budget")
    return pieces_of(text, budget)


def Join(pieces):
    return "".join(pieces)


def join(path):
    return open(path).read()
`;
const tests = 'def test_cut():\n    assert cut_greedily("ab", 1) == ["a", "b"]\n';

let bench: Workbench;
let resolved: ResolvedSnapshot;
beforeAll(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const { id } = await uploadAndIndex(bench, {
    [path]: text,
    'tests/test_cutting.py': tests,
    'README.md': '# Parcel\n',
  });
  resolved = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
  await saveHistory();
});

const node = (name: string, step: 'added' | 'edited', before?: number): FileOrigins['nodes'][number] => ({
  commit: createCommitId(name),
  step,
  path,
  before,
});

/**
 * The first commit added lines 1 and 2, a pull request added lines 3 and 4, and the last commit edited line 5. The other lines are two
 * functions whose names differ only in letter case.
 */
async function saveHistory() {
  const { historyStore } = bench.services;
  const key = toHistoryKey(resolved);
  const commits = [
    createCommit('edited', 5, {
      parents: ['joined'],
      files: [path],
      message: 'Ask for pieces by their budget',
    }),
    createCommit('joined', 4, { parents: ['lower'], files: [path], message: 'Join pieces again' }),
    createCommit('lower', 3, { parents: ['guard'], files: [path], message: 'Read archives whole' }),
    createCommit('guard', 2, {
      parents: ['first'],
      files: [path],
      message: 'Refuse an empty budget, which looped for ever (#31)\n\nFixes #30',
      pullRequest: { number: 31, title: 'Refuse an empty budget' },
      issues: [30],
    }),
    createCommit('first', 1, { files: [path], message: 'Begin' }),
  ];
  await historyStore.saveCommits(key, commits);
  await historyStore.saveOrigins(key, [
    {
      path,
      hash: await sha256(text),
      nodes: [
        node('first', 'added'),
        node('guard', 'added'),
        node('edited', 'edited', 0),
        node('joined', 'added'),
        node('lower', 'added'),
      ],
      runs: [
        { lines: 2, node: 0, line: 1 },
        { lines: 2, node: 1, line: 3 },
        { lines: 3, node: 2, line: 5 },
        { lines: 4, node: 3, line: 8 },
        { lines: 2, node: 4, line: 12 },
      ],
    },
  ]);
  await historyStore.end(key, { tip: createCommitId('edited'), since: undefined, notes: [] });
}

const ask = async (question: string) => findHistory(bench.services, resolved, { question });
const names = new Map(
  ['edited', 'joined', 'lower', 'guard', 'first'].map((name) => [createCommitId(name), name]),
);
const answer = async (question: string) =>
  (await ask(question)).commits.map(({ commit: { id }, reason }) => `${names.get(id)} ${reason}`);

const firstCommit = async (request: Parameters<typeof findHistory>[2]) =>
  names.get((await findHistory(bench.services, resolved, request)).commits[0]?.commit.id ?? '');

const linesOf = async (name: string) =>
  (await findHistory(bench.services, resolved, { commit: createCommitId(name) })).commits[0]?.lineScores
    ?.lines;

describe('a path, an author or a period', () => {
  it.each([
    ['cutting.py: whose hands were on it most recently?', 'edited'],
    ['newest commit below src/parcel', 'edited'],
    ['Which one came before the latest change of cutting.py?', 'joined'],
    ['with which commit did src/parcel/cutting.py begin?', 'first'],
    ['third commit ever to cutting.py', 'lower'],
    ['Who last changed the cutting code?', 'edited'],
    ['first change to the cutting module in 1970', 'first'],
  ])('%s', async (question, name) => {
    const { commits, timeline } = await ask(question);
    expect(names.get(commits[0]?.commit.id ?? '')).toBe(name);
    expect(timeline?.path).not.toBe('');
  });

  it('states that no commit lies in the period, and returns only its neighbours', async () => {
    const { commits, timeline } = await ask('list the changes of cutting.py since 2031');
    expect(timeline).toMatchObject({ total: 1, isCertain: false });
    expect(timeline?.statement).toMatch(/^0 commits changed .* since 2031-01-01; the nearest other commits/);
    expect(commits.map(({ commit: { id } }) => names.get(id))).toEqual(['edited']);
  });

  it('states that there is no such place in the order', async () => {
    const { commits, timeline } = await ask('ninth commit ever to cutting.py');
    expect(timeline?.statement).toContain('5 commits changed `src/parcel/cutting.py`; none of them is known');
    expect(timeline?.isCertain).toBe(false);
    expect(names.get(commits[0]?.commit.id ?? '')).toBe('edited');
  });

  it('states that a version is unknown, and does not pretend to filter by it', async () => {
    const { timeline } = await ask('what changed in cutting.py since v9.9?');
    expect(timeline?.statement).toMatch(/no release `v9\.9`/);
    expect(timeline?.isCertain).toBe(false);
  });
});

describe('a change described in words', () => {
  it('states that no commit of the period matches', async () => {
    const { scope, commits } = await ask('which commit refused an empty budget before 1950?');
    expect(scope).toBe(
      'No commit until 1949-12-31 matches the question; these commits do not meet that limit',
    );
    expect(commits.length).toBeGreaterThan(0);
  });

  it('states nothing if a commit of the period matches', async () => {
    const { scope, commits } = await ask('which commit refused an empty budget before 2031?');
    expect(scope).toBeUndefined();
    expect(names.get(commits[0]?.commit.id ?? '')).toBe('guard');
  });

  it('states that the version in the question is unknown', async () => {
    expect((await ask('which commit refused an empty budget after v7.7?')).scope).toMatch(
      /no release `v7\.7`/,
    );
  });
});

describe('a commit', () => {
  it.each([
    { commit: createCommitId('guard').slice(0, 12) },
    { question: `which lines are left of commit ${createCommitId('guard')}?` },
  ])('lists the lines that it added and that still stand', async (request) => {
    const { commits, commitLines } = await findHistory(bench.services, resolved, request);
    expect(commits).toMatchObject([
      { reason: 'introduced', lineScores: { lines: [{ path, startLine: 3, endLine: 4 }] } },
    ]);
    expect(commitLines).toContain('2 lines in 1 file are left');
  });

  it('lists a line that it edited last, and lines of another commit that were edited later', async () => {
    expect(await linesOf('edited')).toEqual([{ path, startLine: 5, endLine: 7 }]);
    expect(await linesOf('first')).toEqual([
      { path, startLine: 1, endLine: 2 },
      { path, startLine: 5, endLine: 7 },
    ]);
  });

  it('that is unknown is an error', async () => {
    await expect(findHistory(bench.services, resolved, { commit: 'abcdef1' })).rejects.toMatchObject({
      code: 'commit_not_found',
    });
  });
});

describe('a definition', () => {
  it('is introduced by the commit that added its name', async () => {
    expect((await answer('When was `cut_greedily` introduced?'))[0]).toBe('first introduced');
    expect((await answer('What change brought cut_greedily into the project?'))[0]).toBe('first introduced');
  });

  it('is last changed by the newest commit of its lines, which the result lists', async () => {
    const { commits, spans } = await ask('Who changed `cut_greedily` last?');
    expect(commits[0]).toMatchObject({
      commit: { id: createCommitId('edited') },
      reason: 'last-changed',
      lineScores: { lines: [{ path, startLine: 5, endLine: 5 }] },
    });
    expect(spans).toMatchObject([{ path, startLine: 1, endLine: 5, nameLine: 1, symbol: 'cut_greedily' }]);
  });

  it('gets a behavior from the commit that added the lines of that behavior', async () => {
    const { commits, spans } = await ask('Since when does `cut_greedily` raise `ValueError`?');
    expect(spans).toMatchObject([{ path, startLine: 4, endLine: 4 }]);
    expect(commits[0]).toMatchObject({ commit: { id: createCommitId('guard') }, reason: 'introduced' });
  });

  it('has the same letter case as the name in the question', async () => {
    expect((await answer('When was `Join` introduced?'))[0]).toBe('joined introduced');
    expect((await answer('When was `join` introduced?'))[0]).toBe('lower introduced');
  });
});

describe('lines', () => {
  it('are found for a question that states them, whatever the wording', async () => {
    for (const question of [`Why is ${path}:3 there?`, `Which commit is line 3 of ${path} from?`])
      expect((await answer(question))[0]).toMatch(/^guard /);
  });

  it('are found for a request that specifies lines, a symbol or a file', async () => {
    expect(await firstCommit({ path, startLine: 3, endLine: 4 })).toBe('guard');
    expect(await firstCommit({ symbol: 'cut_greedily', path })).toBe('first');
    expect(await firstCommit({ path })).toBeDefined();
    await expect(firstCommit({ path: 'absent.py' })).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(firstCommit({ path, startLine: 99 })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a reason', () => {
  it('is found in the commit whose message and lines match the question', async () => {
    const { commits, termCoverage } = await ask('Why is an empty budget refused?');
    expect(commits[0]?.commit.id).toBe(createCommitId('guard'));
    expect(termCoverage).toBeGreaterThan(0.5);
  });

  it('is found by the number of its pull request or issue, and by its id', async () => {
    for (const named of ['#31', 'issue 30', createCommitId('guard')])
      expect((await ask(`What was ${named} about?`)).commits[0]).toMatchObject({
        commit: { id: createCommitId('guard') },
        isNamed: true,
      });
  });
});

it('finds a change by its message if no line matches', async () => {
  expect((await answer('Which commit made archives be read whole?'))[0]).toMatch(/^lower /);
});
