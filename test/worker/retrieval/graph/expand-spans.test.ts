/** Expands the best spans to related definitions that share a word with the question. */
import { describe, expect, it } from 'vitest';
import type { SpanPosition } from '../../../../worker/core/answers/evidence.ts';
import { expandSpans } from '../../../../worker/retrieval/graph/expand-spans.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import type { RankedSpan } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import { createMemoryGraph, type MemoryGraph } from '../../../support/fakes/memory-graph.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
const graph = createMemoryGraph(
  {
    'src/session.py': ['Session 1-30 class', 'Session.sign 2-9 method', 'Session.load 10-20 method'],
    'src/base.py': ['SignedBase 1-10 class', 'Unrelated 11-20 class'],
    'src/keys.py': ['signing_key 1-5', 'clock 6-9'],
    'src/app.py': ['save_session 1-9', 'deep_signing 10-19'],
    'tests/test_session.py': ['test_sign 1-5'],
  },
  [
    'src/session.py Session extends src/base.py SignedBase @1',
    'src/session.py Session has-method src/session.py Session.sign @2',
    'src/session.py Session.sign calls src/keys.py signing_key @4',
    'src/session.py Session.sign calls src/keys.py clock @5',
    'src/app.py save_session calls src/session.py Session.sign @3',
    'src/app.py deep_signing calls src/app.py save_session @12',
    'tests/test_session.py test_sign calls src/session.py Session.sign @2',
    'src/keys.py clock calls src/app.py deep_signing @7 name-match',
  ],
);

function tools(graphToUse: MemoryGraph) {
  return {
    graphStore: graphToUse.graphStore,
    chunkStore: {
      symbolsAt: (_: unknown, positions: readonly SpanPosition[]) =>
        Promise.resolve(
          graphToUse.symbols.filter((symbol) =>
            positions.some(
              ({ path, startLine, endLine }) =>
                symbol.path === path && symbol.startLine <= endLine && symbol.endLine >= startLine,
            ),
          ),
        ),
      chunksAt: (_: unknown, places: readonly { path: string; line: number }[]) =>
        Promise.resolve(
          places.map(({ path, line }) =>
            chunkRow(path, {
              key: 100 * graphToUse.files.findIndex((file) => file.path === path) + line + 1,
              startLine: line,
              endLine: line + 3,
            }),
          ),
        ),
    },
  };
}

const span = (path: string, startLine: number, endLine: number): RankedSpan => ({
  chunk: chunkRow(path, { key: 1, startLine, endLine }),
  score: 1,
  scores: {},
});
const expand = async (question: string, ranked = [span('src/session.py', 2, 9)]) =>
  (await expandSpans(tools(graph), key, { question: readQuestion(question), ranked })).map(
    ({ node, relations }) => `${node.symbol} ${relations.join(', ')}`,
  );

describe('expandSpans', () => {
  it('finds relevant bases, callees and callers, one step before two', async () => {
    expect(await expand('How is a session signed?')).toEqual([
      'SignedBase extends',
      'signing_key calls',
      'save_session called by',
      'deep_signing called by, called by',
    ]);
  });

  it('skips unrelated definitions, unproven edges, and tests unless requested', async () => {
    const found = await expand('How is a session signed?');
    expect(found.join()).not.toMatch(/clock|Unrelated|test_sign/);
    expect(await expand('Which tests sign a session?')).toContain('test_sign called by');
  });

  it('follows imports of the file to definitions that the span names', async () => {
    const importing = createMemoryGraph(
      {
        'src/send.py': ['send 3-9', 'other 10-19'],
        'src/limits.py': ['signing_limits 1-5 constant', 'signing_hours 6-9 constant'],
      },
      [
        'src/send.py imports src/limits.py signing_limits @1',
        'src/send.py imports src/limits.py signing_hours @1',
      ],
    );
    const best = span('src/send.py', 3, 9);
    const ranked = [
      { ...best, chunk: { ...best.chunk, raw: 'def send():\n    return [*signing_limits]\n' } },
    ];
    const found = await expandSpans(tools(importing), key, {
      question: readQuestion('where are the signing limits and hours'),
      ranked,
    });
    expect(found.map(({ node, relations }) => `${node.name} ${relations.join()}`)).toEqual([
      'signing_limits imports',
    ]);
  });

  it('returns nothing for spans without definitions', async () => {
    expect(await expand('How is a session signed?', [span('src/none.py', 1, 3)])).toEqual([]);
  });
});
