/** Cards stand behind the first claim, in the order in which they came; nothing that is shown moves down. */
import { describe, expect, test } from 'vitest';
import type { Card, Claim, SpanEvidence } from '../../web/src/lib/api.ts';
import { commitEvidence } from '../support/commit-evidence.ts';
import { answerParts } from '../../web/src/lib/features/ask/answer-parts.ts';
import { emptyAnswer, reduceAnswer } from '../../web/src/lib/features/ask/reduce-answer.ts';

const claim = (id: string, ...citations: string[]): Claim => ({
  id,
  text: id,
  state: 'verified',
  citations,
  checks: [],
});
const card = (id: string, total = 1): Card => ({
  type: 'table',
  id,
  title: id,
  query: '/v1',
  total,
  truncated: false,
  columns: [],
  rows: [],
  csv: '/v1?format=csv',
});
const shown = (state: typeof emptyAnswer, running = false): unknown[] =>
  answerParts(state, running).map((part) =>
    part.kind === 'card'
      ? part.card.id
      : part.kind === 'heading'
        ? `# ${part.text}`
        : [part.first, ...part.claims.map(({ id }) => id)],
  );
const told = (...parts: readonly (Card | Claim)[]): typeof emptyAnswer =>
  parts.reduce(
    (state, part) =>
      'type' in part
        ? reduceAnswer(state, { type: 'data-card', id: part.id, data: part })
        : reduceAnswer(state, { type: 'data-claim', id: part.id, data: part }),
    emptyAnswer,
  );

describe('answerParts', () => {
  test('cards that come first stand behind the first claim', () => {
    const state = told(card('graph'), card('table'), claim('c1'), claim('c2'));
    expect(shown(state)).toEqual([[1, 'c1'], 'graph', 'table', [2, 'c2']]);
  });

  test('one that comes later stands where it came', () => {
    expect(shown(told(claim('c1'), claim('c2'), card('table'), claim('c3')))).toEqual([
      [1, 'c1', 'c2'],
      'table',
      [3, 'c3'],
    ]);
  });

  test('while no claim has come a card waits; without any it stands alone in the end', () => {
    expect(shown(told(card('table')), true)).toEqual([]);
    expect(shown(told(card('table')))).toEqual(['table']);
  });

  test('no part that is shown is pushed down by a later one', () => {
    const parts = [card('graph'), claim('c1'), claim('c2'), card('table'), claim('c3')];
    let before: unknown[] = [];
    for (let count = 1; count <= parts.length; count += 1) {
      const now = shown(told(...parts.slice(0, count)), true);
      // The last list may have grown; all before it is as it was.
      expect(now.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = now;
    }
  });

  test('a card sent again as it fills keeps its place', () => {
    const state = told(card('table', 1), claim('c1'), claim('c2'), card('table', 9));
    expect(shown(state)).toEqual([[1, 'c1'], 'table', [2, 'c2']]);
    expect(state.cards[0]?.card.total).toBe(9);
  });

  test('claims alone are one list', () => {
    expect(shown(told(claim('c1'), claim('c2')))).toEqual([[1, 'c1', 'c2']]);
    expect(shown(emptyAnswer)).toEqual([]);
  });
});

describe('answerParts of an answer that cites commits', () => {
  const past = reduceAnswer(emptyAnswer, {
    type: 'data-sources',
    data: { evidence: [commitEvidence('e2')] },
  });
  const tell = (...parts: readonly (Card | Claim)[]): typeof emptyAnswer => ({
    ...told(...parts),
    evidence: past.evidence,
  });
  const timeline: Card = {
    type: 'timeline',
    id: 'history',
    title: '',
    query: '/v1',
    total: 1,
    truncated: false,
    entries: [],
  };

  test('the code stands apart from its history, where the timeline belongs', () => {
    const state = tell(timeline, claim('c1', 'e1'), claim('c2'), claim('c3', 'e1', 'e2'), claim('c4', 'e1'));
    expect(shown(state)).toEqual([
      '# The code',
      [1, 'c1', 'c2'],
      '# Its history',
      [3, 'c3'],
      'history',
      [4, 'c4'],
    ]);
  });

  test('a heading that was written is not made again, whichever way it shortens the commit', () => {
    const span: SpanEvidence = {
      id: 'e1',
      kind: 'code',
      path: 'src/join.ts',
      startLine: 3,
      endLine: 9,
      language: 'typescript',
      commit: '735ae2b87f8c733d616e809ae86e0985c1bc3350',
      hash: 'h',
      spanHash: 's',
      url: '/r/r1',
      text: '',
      score: 1,
      scores: {},
    };
    const state = tell(claim('c1', 'e1'), claim('c2', 'e2'));
    const headings = { c1: ['The code, as of 735ae2b87'], c2: ['Its history'] };
    const written = {
      ...state,
      evidence: [span, ...state.evidence],
      told: { ...state.told, headings },
    };
    expect(shown(written)).toEqual(['# The code, as of 735ae2b87', [1, 'c1'], '# Its history', [2, 'c2']]);
  });

  test('without a word on the code there is history alone', () => {
    expect(shown(tell(timeline, claim('c1', 'e2')))).toEqual(['# Its history', [1, 'c1'], 'history']);
  });

  test('while nothing of the past has come the timeline waits; in the end it stands after all', () => {
    expect(shown(tell(timeline, claim('c1', 'e1')), true)).toEqual(['# The code', [1, 'c1']]);
    expect(shown(tell(timeline, claim('c1', 'e1')))).toEqual(['# The code', [1, 'c1'], 'history']);
  });
});
