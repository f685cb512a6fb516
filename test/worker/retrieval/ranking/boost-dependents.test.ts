/** Dependents of a named definition rank near the top only if the question asks for them. */
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
const chunkKey = (path: string, line: number): number =>
  100 * graph.files.findIndex((file) => file.path === path) + line;
const tools = {
  graphStore: graph.graphStore,
  chunkStore: {
    chunksAt: (_: unknown, places: readonly { path: string; line: number }[]) =>
      Promise.resolve(
        places.map(({ path, line }) =>
          chunkRow(path, { key: chunkKey(path, line), startLine: line, endLine: line + 3 }),
        ),
      ),
  },
};
const span = (path: string, score: number): RankedSpan => ({
  chunk: chunkRow(path, { key: chunkKey(path, 90), startLine: 90, endLine: 99 }),
  score,
  scores: { words: score },
});
const ranked = ['src/session.py', 'docs/guide.md', 'examples/3.py', 'src/c.py', 'src/more.py'].map(
  (path, place) => span(path, 1 - place / 10),
);
const findDefinitions = (name: string) => graph.symbols.filter(({ qualifiedName }) => qualifiedName === name);

async function boost(
  text: string,
  { name = 'sign_session', paths = undefined as string[] | undefined } = {},
) {
  const request = { question: readQuestion(text), definitions: findDefinitions(name), spans: ranked };
  return boostDependents(tools, { key, paths }, request);
}
const spanPaths = (spans: readonly RankedSpan[]) => spans.map(({ chunk }) => chunk.path);

describe('boostDependents', () => {
  const impactQuestion = 'What breaks if I change `sign_session`?';

  it('inserts one span per file after the first two: ranked files first, then by number of references', async () => {
    const boosted = await boost(impactQuestion);
    expect(spanPaths(boosted).slice(0, 5)).toEqual([
      'src/session.py',
      'docs/guide.md',
      'src/c.py',
      'src/d.py',
      'src/a.py',
    ]);
    expect(boosted[2]?.chunk.startLine).toBe(5);
    expect(boosted[2]?.scores).toEqual({ dependent: boosted[1]?.score });
    expect(spanPaths(boosted).slice(5)).toEqual(spanPaths(ranked).slice(2));
  });

  it('keeps scores in descending order', async () => {
    const scores = (await boost(impactQuestion)).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('adds tests and examples only if the question asks for them', async () => {
    expect(spanPaths(await boost(impactQuestion))).not.toContain('tests/test_session.py');
    expect(spanPaths(await boost(impactQuestion)).filter((path) => examples.includes(path))).toEqual([
      'examples/3.py',
    ]);
    const tests = await boost('Which tests break if I change `sign_session`?', {
      paths: ['tests/test_session.py'],
    });
    expect(spanPaths(tests)[2]).toBe('tests/test_session.py');
  });

  it('adds only dependents within the requested paths', async () => {
    expect(spanPaths(await boost(impactQuestion, { paths: ['src/b.py'] })).slice(2, 4)).toEqual([
      'src/b.py',
      'examples/3.py',
    ]);
  });
});

describe('the ranking stays unchanged', () => {
  it.each([
    ['if the question does not ask for dependents', 'How does `sign_session` work?', 'sign_session'],
    ['if the question names no definition', 'What breaks if sessions expire earlier?', 'nothing'],
    ['if only name matches refer to the definition', 'What breaks if I change `twin`?', 'twin'],
  ])('%s', async (_, text, name) => expect(await boost(text, { name })).toBe(ranked));
});
