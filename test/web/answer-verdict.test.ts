/** What is said over an answer, below it and aloud is one thing, of a model that broke off its own part apart from the rest. */
import { expect, test } from 'vitest';
import type { ClaimState } from '../../web/src/lib/api.ts';
import { headVerdict, spokenVerdict, tallyClaims } from '../../web/src/lib/features/ask/answer-verdict.ts';
import { nothingTold } from '../../web/src/lib/features/ask/told-text.ts';
import { wireClaim, wireGeneration } from '../support/wire-claims.ts';

const whole = (states: readonly ClaimState[]) => ({
  claims: states.map(wireClaim),
  generation: wireGeneration,
  told: nothingTold,
});
/** @param own claims of the model, before what was composed */
const broken = (
  states: readonly ClaimState[],
  own: number,
  more: Record<string, readonly string[]> = {},
) => ({
  claims: states.map(wireClaim),
  generation: { ...wireGeneration, isCutOff: true },
  told: { ...nothingTold, headings: { ...more, [`c${own}`]: ['Composed from the index'] } },
});

test('an answer of one hand: the same counts in all three places', () => {
  const answer = whole(['verified', 'repaired', 'partial']);
  expect(headVerdict(answer)).toBe('2 of 3 verified (1 repaired)');
  expect(headVerdict(whole(['verified', 'uncited']))).toBe('1 of 2 verified');
  expect(tallyClaims(answer)).toEqual([
    {
      of: undefined,
      counts: [
        { state: 'verified', count: 1 },
        { state: 'repaired', count: 1 },
        { state: 'partial', count: 1 },
      ],
    },
  ]);
  expect(spokenVerdict(answer)).toBe('Answer complete. 3 claims: 1 verified, 1 repaired, 1 partly supported');
  expect(tallyClaims(whole([]))).toEqual([]);
});

test('one that broke off: the model’s own apart from what was composed, and it is not called complete', () => {
  const answer = broken(['verified', 'uncited', 'verified', 'verified', 'verified'], 2);
  expect(headVerdict(answer)).toBe('Broken off: 1 of its 2 claims verified');
  expect(tallyClaims(answer)).toEqual([
    {
      of: 'The model’s',
      counts: [
        { state: 'verified', count: 1 },
        { state: 'uncited', count: 1 },
      ],
    },
    { of: 'Composed from the index', counts: [{ state: 'verified', count: 3 }] },
  ]);
  expect(spokenVerdict(answer)).toBe(
    'Answer broken off. The model’s: 1 verified, 1 no citation. Composed from the index: 3 verified.',
  );
});

test('one that broke off with one claim, with none, or with nothing composed after it', () => {
  expect(headVerdict(broken(['unsupported', 'verified'], 1))).toBe('Broken off: 0 of its 1 claim verified');
  const none = broken(['verified'], 0);
  expect(headVerdict(none)).toBe('Broken off before its first claim');
  expect(spokenVerdict(none)).toBe('Answer broken off. Composed from the index: 1 verified.');
  expect(tallyClaims(broken(['verified', 'partial'], 2)).map(({ of }) => of)).toEqual(['The model’s']);
});

test('a model that writes the heading itself passes none of its claims off as composed', () => {
  const answer = broken(['verified', 'unsupported', 'verified'], 2, { c1: ['Composed from the index'] });
  expect(headVerdict(answer)).toBe('Broken off: 1 of its 2 claims verified');
});
