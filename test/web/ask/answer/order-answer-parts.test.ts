/** Cards appear after the first claim in order of arrival, and nothing on the page moves down. */
import { describe, expect, test } from 'vitest';
import type { Card, Claim, SpanEvidence } from '../../../../web/src/lib/api.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import { orderAnswerParts } from '../../../../web/src/lib/features/ask/answer/order-answer-parts.ts';
import { emptyAnswer, reduceAnswer } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';

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
const listParts = (state: typeof emptyAnswer, running = false): unknown[] =>
  orderAnswerParts(state, running).map((part) =>
    part.kind === 'card'
      ? part.card.id
      : part.kind === 'heading'
        ? `# ${part.text}`
        : [part.first, ...part.claims.map(({ id }) => id)],
  );
const reduceParts = (...parts: readonly (Card | Claim)[]): typeof emptyAnswer =>
  parts.reduce(
    (state, part) =>
      'type' in part
        ? reduceAnswer(state, { type: 'data-card', id: part.id, data: part })
        : reduceAnswer(state, { type: 'data-claim', id: part.id, data: part }),
    emptyAnswer,
  );

describe('orderAnswerParts', () => {
  test('puts early cards after the first claim', () => {
    const state = reduceParts(card('graph'), card('table'), claim('c1'), claim('c2'));
    expect(listParts(state)).toEqual([[1, 'c1'], 'graph', 'table', [2, 'c2']]);
  });

  test('puts a later card after the claims that arrived before it', () => {
    expect(listParts(reduceParts(claim('c1'), claim('c2'), card('table'), claim('c3')))).toEqual([
      [1, 'c1', 'c2'],
      'table',
      [3, 'c3'],
    ]);
  });

  test('a card waits for the first claim, and appears alone if the answer ends without claims', () => {
    expect(listParts(reduceParts(card('table')), true)).toEqual([]);
    expect(listParts(reduceParts(card('table')))).toEqual(['table']);
  });

  test('a later part does not move an earlier part down', () => {
    const parts = [card('graph'), claim('c1'), claim('c2'), card('table'), claim('c3')];
    let previous: unknown[] = [];
    for (let count = 1; count <= parts.length; count += 1) {
      const current = listParts(reduceParts(...parts.slice(0, count)), true);
      // The last list may grow. All parts before it stay the same.
      expect(current.slice(0, Math.max(0, previous.length - 1))).toEqual(previous.slice(0, -1));
      previous = current;
    }
  });

  test('a card that is sent again keeps its position', () => {
    const state = reduceParts(card('table', 1), claim('c1'), claim('c2'), card('table', 9));
    expect(listParts(state)).toEqual([[1, 'c1'], 'table', [2, 'c2']]);
    expect(state.cards[0]?.card.total).toBe(9);
  });

  test('claims without cards are one list', () => {
    expect(listParts(reduceParts(claim('c1'), claim('c2')))).toEqual([[1, 'c1', 'c2']]);
    expect(listParts(emptyAnswer)).toEqual([]);
  });
});

describe('orderAnswerParts of an answer that cites commits', () => {
  const withHistory = reduceAnswer(emptyAnswer, {
    type: 'data-sources',
    data: { evidence: [commitEvidence('e2')] },
  });
  const reduceWithHistory = (...parts: readonly (Card | Claim)[]): typeof emptyAnswer => ({
    ...reduceParts(...parts),
    evidence: withHistory.evidence,
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

  test('separates the code from its history, which includes the timeline', () => {
    const state = reduceWithHistory(
      timeline,
      claim('c1', 'e1'),
      claim('c2'),
      claim('c3', 'e1', 'e2'),
      claim('c4', 'e1'),
    );
    expect(listParts(state)).toEqual([
      '# The code',
      [1, 'c1', 'c2'],
      '# Its history',
      [3, 'c3'],
      'history',
      [4, 'c4'],
    ]);
  });

  test('does not repeat a heading in the text, however it shortens the commit', () => {
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
    const state = reduceWithHistory(claim('c1', 'e1'), claim('c2', 'e2'));
    const headings = { c1: ['The code, as of 735ae2b87'], c2: ['Its history'] };
    const written = {
      ...state,
      evidence: [span, ...state.evidence],
      positions: { ...state.positions, headings },
    };
    expect(listParts(written)).toEqual([
      '# The code, as of 735ae2b87',
      [1, 'c1'],
      '# Its history',
      [2, 'c2'],
    ]);
  });

  test('shows only history when no claim is about the code', () => {
    expect(listParts(reduceWithHistory(timeline, claim('c1', 'e2')))).toEqual([
      '# Its history',
      [1, 'c1'],
      'history',
    ]);
  });

  test('the timeline waits for the first history claim, and comes last if there is none', () => {
    expect(listParts(reduceWithHistory(timeline, claim('c1', 'e1')), true)).toEqual([
      '# The code',
      [1, 'c1'],
    ]);
    expect(listParts(reduceWithHistory(timeline, claim('c1', 'e1')))).toEqual([
      '# The code',
      [1, 'c1'],
      'history',
    ]);
  });
});
