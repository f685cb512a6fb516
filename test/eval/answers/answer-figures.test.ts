import { expect, it } from 'vitest';
import type { ClaimState } from '../../../worker/contract/answers/claim.ts';
import type { AnswerCase } from './answer-case.ts';
import { computeAnswerFigures, type MeasuredAnswer } from './answer-figures.ts';

const answer = (
  overrides: Partial<MeasuredAnswer> & {
    readonly question?: Partial<AnswerCase>;
    readonly states?: readonly ClaimState[];
  },
): MeasuredAnswer => ({
  asked: {
    id: 'harbour-01',
    repository: 'acme/harbour',
    commit: 'c'.repeat(40),
    question: 'When does the gate open?',
    complexity: 'simple',
    expect: 'answered',
    reference: 'The gate opens at noon.',
    names: [['noon', '12:00'], ['gate']],
    ...overrides.question,
  },
  text: 'It opens at 12:00. [chunk:e1]',
  claims: (overrides.states ?? []).map((state, index) => ({
    id: `c${index}`,
    text: '',
    state,
    citations: [],
    checks: [],
  })),
  evidence: [],
  refused: false,
  answerer: 'embedded',
  degraded: undefined,
  generation: undefined,
  citations: { shown: 2, resolved: 1 },
  firstTextMs: 10,
  totalMs: 20,
  judgement: undefined,
  ...overrides,
});

it('counts claims, citations and names of answered questions only', () => {
  const figures = computeAnswerFigures([
    answer({ states: ['verified', 'repaired', 'partial', 'uncited'] }),
    answer({ refused: true, states: ['verified'], citations: { shown: 0, resolved: 0 } }),
  ]);
  expect(figures).toMatchObject({
    answers: 2,
    claims: 4,
    borneOut: 0.5,
    citationsResolved: 0.5,
    named: 0.5,
    declinedWrongly: 0.5,
  });
});

it('compares refusals with the expectation of the set', () => {
  const unanswerable = { question: { expect: 'declined', reference: undefined } } as const;
  const figures = computeAnswerFigures([answer({ ...unanswerable, refused: true }), answer(unanswerable)]);
  expect(figures).toMatchObject({ declinedRightly: 0.5, declinedWrongly: 0 });
});

it('leaves the judgment and price figures undefined if no answer has a judgment or price', () => {
  expect(computeAnswerFigures([answer({})])).toMatchObject({
    semantic: undefined,
    mark: undefined,
    costUsd: undefined,
  });
  const judgement = { claims: [{ id: 'c0', verdict: 'supported' as const, why: '' }], overall: 4, why: '' };
  expect(
    computeAnswerFigures([answer({ judgement }), answer({ judgement: { ...judgement, overall: 2 } })]),
  ).toMatchObject({ semantic: 1, mark: 3 });
});
