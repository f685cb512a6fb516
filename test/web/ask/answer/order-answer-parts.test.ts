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
        : [part.firstNumber, ...part.claims.map(({ id }) => id)],
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

  test('withholds a card until the first claim, and shows it alone if the answer ends without claims', () => {
    expect(listParts(reduceParts(card('table')), true)).toEqual([]);
    expect(listParts(reduceParts(card('table')))).toEqual(['table']);
  });

  test('does not move an earlier part down when a later part arrives', () => {
    const parts = [card('graph'), claim('c1'), claim('c2'), card('table'), claim('c3')];
    let previous: unknown[] = [];
    for (let count = 1; count <= parts.length; count += 1) {
      const current = listParts(reduceParts(...parts.slice(0, count)), true);
      // The last part may grow. All parts before it stay the same.
      expect(current.slice(0, Math.max(0, previous.length - 1))).toEqual(previous.slice(0, -1));
      previous = current;
    }
  });

  test('keeps the position of a card that is sent again', () => {
    const state = reduceParts(card('table', 1), claim('c1'), claim('c2'), card('table', 9));
    expect(listParts(state)).toEqual([[1, 'c1'], 'table', [2, 'c2']]);
    expect(state.cards[0]?.card.total).toBe(9);
  });

  test('returns claims without cards as one list', () => {
    expect(listParts(reduceParts(claim('c1'), claim('c2')))).toEqual([[1, 'c1', 'c2']]);
    expect(listParts(emptyAnswer)).toEqual([]);
  });
});

describe('orderAnswerParts, for an answer that cites commits,', () => {
  const historyAnswer = reduceAnswer(emptyAnswer, {
    type: 'data-sources',
    data: { evidence: [commitEvidence('e2')] },
  });
  const reduceWithHistory = (...parts: readonly (Card | Claim)[]): typeof emptyAnswer => ({
    ...reduceParts(...parts),
    evidence: historyAnswer.evidence,
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

  test('does not add a heading that the text contains with more digits of the commit', () => {
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
    const stateWithHeadings = {
      ...state,
      evidence: [span, ...state.evidence],
      positions: { ...state.positions, headings },
    };
    expect(listParts(stateWithHeadings)).toEqual([
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

  test('withholds the timeline until the first history claim, and puts it last if there is none', () => {
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
