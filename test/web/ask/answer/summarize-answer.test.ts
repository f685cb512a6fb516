/** The summaries of an answer agree, and count the claims of an interrupted model separately from composed claims. */
import { expect, test } from 'vitest';
import type { ClaimState } from '../../../../web/src/lib/api.ts';
import {
  summarizeClaims,
  announceAnswer,
  tallyClaims,
  answerWarning,
  writerClaims,
} from '../../../../web/src/lib/features/ask/answer/summarize-answer.ts';
import { emptyPositions } from '../../../../web/src/lib/features/ask/answer/claim-positions.ts';
import { createWireClaim, wireGeneration } from '../../../support/samples/wire-claims.ts';
import { emptyAnswer, type AnswerState } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';

const completeAnswer = (states: readonly ClaimState[]) => ({
  claims: states.map(createWireClaim),
  generation: wireGeneration,
  positions: emptyPositions,
});
/** @param modelClaimCount the number of claims that the model wrote before the composed claims */
const interruptedAnswer = (
  states: readonly ClaimState[],
  modelClaimCount: number,
  extraHeadings: Record<string, readonly string[]> = {},
) => ({
  claims: states.map(createWireClaim),
  generation: { ...wireGeneration, isCutOff: true },
  positions: {
    ...emptyPositions,
    headings: { ...extraHeadings, [`c${modelClaimCount}`]: ['Composed from the index'] },
  },
});

test('shows the same counts everywhere for an answer with one author', () => {
  const answer = completeAnswer(['verified', 'repaired', 'partial']);
  expect(summarizeClaims(answer)).toBe('2 of 3 verified (1 repaired)');
  expect(summarizeClaims(completeAnswer(['verified', 'uncited']))).toBe('1 of 2 verified');
  expect(tallyClaims(answer)).toEqual([
    {
      author: undefined,
      counts: [
        { state: 'verified', count: 1 },
        { state: 'repaired', count: 1 },
        { state: 'partial', count: 1 },
      ],
    },
  ]);
  expect(announceAnswer(answer)).toBe(
    'Answer complete. 3 claims: 1 verified, 1 repaired, 1 partly supported',
  );
  expect(tallyClaims(completeAnswer([]))).toEqual([]);
});

test('counts the claims of an interrupted model separately from composed claims', () => {
  const answer = interruptedAnswer(['verified', 'uncited', 'verified', 'verified', 'verified'], 2);
  expect(summarizeClaims(answer)).toBe('Interrupted: 1 of 2 claims verified');
  expect(tallyClaims(answer)).toEqual([
    {
      author: 'The model’s claims',
      counts: [
        { state: 'verified', count: 1 },
        { state: 'uncited', count: 1 },
      ],
    },
    { author: 'Composed from the index', counts: [{ state: 'verified', count: 3 }] },
  ]);
  expect(announceAnswer(answer)).toBe(
    'Answer interrupted. The model’s claims: 1 verified, 1 no citation. Composed from the index: 3 verified.',
  );
});

test('summarizes an interruption after one claim, before the first claim, and without composed claims', () => {
  expect(summarizeClaims(interruptedAnswer(['unsupported', 'verified'], 1))).toBe(
    'Interrupted: 0 of 1 claim verified',
  );
  const composedOnly = interruptedAnswer(['verified'], 0);
  expect(summarizeClaims(composedOnly)).toBe('Interrupted before the first claim');
  expect(announceAnswer(composedOnly)).toBe('Answer interrupted. Composed from the index: 1 verified.');
  expect(tallyClaims(interruptedAnswer(['verified', 'partial'], 2)).map(({ author }) => author)).toEqual([
    'The model’s claims',
  ]);
});

test('does not count claims as composed if the model itself wrote the heading', () => {
  const answer = interruptedAnswer(['verified', 'unsupported', 'verified'], 2, {
    c1: ['Composed from the index'],
  });
  expect(summarizeClaims(answer)).toBe('Interrupted: 1 of 2 claims verified');
});

const answer = (states: readonly ClaimState[], overrides: Partial<AnswerState> = {}): AnswerState => ({
  ...emptyAnswer,
  claims: states.map(createWireClaim),
  generation: wireGeneration,
  ...overrides,
});
const interruption: Partial<AnswerState> = {
  generation: { ...wireGeneration, isCutOff: true },
  positions: { ...emptyPositions, headings: { c1: ['Composed from the index'] } },
};

test('excludes claims composed after an interruption from the writer’s claims', () => {
  expect(writerClaims(answer(['partial', 'verified'], interruption)).map(({ id }) => id)).toEqual(['c0']);
  const withHeading = { positions: interruption.positions ?? emptyPositions };
  expect(writerClaims(answer(['partial', 'verified'], withHeading))).toHaveLength(2);
  expect(
    writerClaims(answer(['partial', 'verified'], { ...interruption, positions: emptyPositions })),
  ).toHaveLength(2);
});

test('does not warn when a claim is supported or the answer has no claims', () => {
  expect(answerWarning(answer(['unsupported', 'repaired', 'uncited']))).toBeUndefined();
  expect(answerWarning(answer([]))).toBeUndefined();
});

test('warns about unsupported claims after a refusal', () => {
  const refusal = {
    positions: { ...emptyPositions, refusalEnd: 9 },
    metadata: { refused: true } as AnswerState['metadata'],
  };
  expect(answerWarning(answer([], refusal))).toBeUndefined();
  expect(answerWarning(answer(['uncited'], refusal))).toBe(
    'None of the further claims could be verified against the repository.',
  );
});

test('warns when no claim is supported, and states the name of an interrupted model', () => {
  expect(answerWarning(answer(['unsupported', 'partial', 'uncited']))).toBe(
    'None of the claims in this answer could be verified against the repository.',
  );
  expect(answerWarning(answer(['unsupported', 'verified'], interruption))).toBe(
    'None of the claims that demo wrote before it was interrupted could be verified against the repository.',
  );
});
