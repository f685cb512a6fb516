/** What depends on a definition that is named stands among the first where that is asked, and nowhere else. */
import { describe, expect, it } from 'vitest';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { boostDependents } from '../../../../worker/retrieval/ranking/boost-dependents.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createMemoryGraph } from '../../../support/fakes/memory-graph.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1, repository: 'r' };
const callers = ['a', 'b', 'c', 'd'].map((name) => `src/${name}.py`);
const examples = Array.from({ length: 20 }, (_, at) => `examples/${at}.py`);
const graph = createMemoryGraph(
  {
    'src/session.py': ['sign_session 1-10', 'twin 11-20'],
    ...Object.fromEntries(callers.map((path) => [path, ['run 1-40']])),
    ...Object.fromEntries(examples.map((path) => [path, ['main 1-9']])),
    'tests/test_session.py': ['test_sign 1-9'],
  },
  [
    ...callers.map((path) => `${path} run calls src/session.py sign_session @5`),
    ...examples.map((path) => `${path} main calls src/session.py sign_session @4`),
    'src/d.py run calls src/session.py sign_session @30',
    'src/session.py twin calls src/session.py sign_session @12',
    'src/session.py sign_session calls src/session.py sign_session @3',
    'tests/test_session.py test_sign calls src/session.py sign_session @2',
    'src/c.py run calls src/session.py twin @9 name-match',
  ],
);
const keyOf = (path: string, line: number): number =>
  100 * graph.files.findIndex((file) => file.path === path) + line;
const tools = {
  graphStore: graph.graphStore,
  chunkStore: {
    chunksAt: (_: unknown, places: readonly { path: string; line: number }[]) =>
      Promise.resolve(
        places.map(({ path, line }) =>
          chunkRow(path, { key: keyOf(path, line), startLine: line, endLine: line + 3 }),
        ),
      ),
  },
};
const span = (path: string, score: number): RankedSpan => ({
  chunk: chunkRow(path, { key: keyOf(path, 90), startLine: 90, endLine: 99 }),
  score,
  scores: { words: score },
});
const ranked = ['src/session.py', 'docs/guide.md', 'examples/3.py', 'src/c.py', 'src/more.py'].map(
  (path, place) => span(path, 1 - place / 10),
);
const meant = (name: string) => graph.symbols.filter(({ qualifiedName }) => qualifiedName === name);

async function join(text: string, { name = 'sign_session', paths = undefined as string[] | undefined } = {}) {
  const asked = { question: readQuestion(text), meant: meant(name), spans: ranked };
  return boostDependents(tools, { key, paths }, asked);
}
const pathsOf = (spans: readonly RankedSpan[]) => spans.map(({ chunk }) => chunk.path);

describe('what depends on a definition', () => {
  const breaks = 'What breaks if I change `sign_session`?';

  it('stands behind the first two, a file once: those the ranking found, then those that refer most', async () => {
    const joined = await join(breaks);
    expect(pathsOf(joined).slice(0, 5)).toEqual([
      'src/session.py',
      'docs/guide.md',
      'src/c.py',
      'src/d.py',
      'src/a.py',
    ]);
    expect(joined[2]?.chunk.startLine).toBe(5);
    expect(joined[2]?.scores).toEqual({ dependent: joined[1]?.score });
    expect(pathsOf(joined).slice(5)).toEqual(pathsOf(ranked).slice(2));
  });

  it('keeps the scores in order', async () => {
    const scores = (await join(breaks)).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('is no test and no example unless those are asked for', async () => {
    expect(pathsOf(await join(breaks))).not.toContain('tests/test_session.py');
    expect(pathsOf(await join(breaks)).filter((path) => examples.includes(path))).toEqual(['examples/3.py']);
    const tests = await join('Which tests break if I change `sign_session`?', {
      paths: ['tests/test_session.py'],
    });
    expect(pathsOf(tests)[2]).toBe('tests/test_session.py');
  });

  it('stays within the paths asked for', async () => {
    expect(pathsOf(await join(breaks, { paths: ['src/b.py'] })).slice(2, 4)).toEqual([
      'src/b.py',
      'examples/3.py',
    ]);
  });
});

describe('the ranking is left alone', () => {
  it.each([
    ['by a question about something else', 'How does `sign_session` work?', 'sign_session'],
    ['where no definition is named', 'What breaks if sessions expire earlier?', 'nothing'],
    ['where only guesses refer to it', 'What breaks if I change `twin`?', 'twin'],
  ])('%s', async (_, text, name) => expect(await join(text, { name })).toBe(ranked));
});
