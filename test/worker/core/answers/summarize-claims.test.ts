/** The summary of an answer counts what was found, and says no more. */
import { expect, test } from 'vitest';
import { summarizeClaims } from '../../../../worker/core/answers/summarize-claims.ts';
import type { ClaimState } from '../../../../worker/core/answers/claim.ts';

const claim = (state: ClaimState, text = 'It is so.', check = 'identifier') => ({
  text,
  state,
  checks: [{ check, passed: true }],
});
const quotation = (state: ClaimState) => claim(state, 'It says “so”.', 'quote');

test('counts quotations of a composed answer', () => {
  expect(summarizeClaims([quotation('verified'), claim('repaired', '```\nf()\n```')], false)).toBe(
    '2 quotations found',
  );
  expect(summarizeClaims([quotation('verified'), claim('verified'), claim('verified')], false)).toBe(
    '1 quotation and 2 other sentences found',
  );
  expect(summarizeClaims([claim('verified')], false)).toBe('1 sentence found in source');
});

test('a quotation that was not found does not count as found', () => {
  const missing = { ...quotation('partial'), checks: [{ check: 'quote', passed: false }] };
  expect(summarizeClaims([quotation('verified'), missing], false)).toBe('1 quotation found, 1 not all found');
});

test('counts the sentences of a model by state', () => {
  const states: ClaimState[] = ['gap', 'verified', 'unsupported', 'uncited', 'repaired', 'verified'];
  expect(
    summarizeClaims(
      states.map((state) => claim(state)),
      true,
    ),
  ).toBe(
    '6 sentences: 2 found in source, 1 found in source after the citation was moved, 1 not found, 1 without citation, 1 the source does not show',
  );
});

const judge = (verdict: 'confirmed' | 'disputed') => ({
  ...claim('verified'),
  judgment: { verdict, model: 'groq/org/big' },
});

test('adds the verdicts of a judging model', () => {
  expect(summarizeClaims([judge('confirmed'), judge('confirmed'), judge('disputed')], true)).toBe(
    '3 sentences: 3 found in source · 2 confirmed by big, 1 disputed',
  );
  expect(summarizeClaims([judge('confirmed')], true)).toMatch(/ · 1 confirmed by big$/);
  expect(summarizeClaims([judge('disputed')], true)).toMatch(/ · 1 disputed by big$/);
});
