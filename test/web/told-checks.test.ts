/** What is told of a claim’s checks, and in which order. */
import { expect, test } from 'vitest';
import { toldChecks } from '../../web/src/lib/features/ask/told-checks.ts';

const check = (name: string, passed: boolean) => ({ check: name, passed, detail: `of ${name}` });

test('what speaks against a claim comes first', () => {
  const told = toldChecks({ state: 'partial', checks: [check('citation', true), check('quote', false)] });
  expect(told.checks.map(({ check: name }) => name)).toEqual(['quote', 'citation']);
  expect(told.summary).toBe('1 of 2 checks failed: quotation.');
  expect(told.repair).toBeUndefined();
});

test('of a repaired claim it is told where its citation was moved, and what was checked there', () => {
  const checks = [check('citation', true), check('quote', true), check('repair', true)];
  expect(toldChecks({ state: 'repaired', checks })).toEqual({
    repair: 'of repair',
    summary: 'All 2 checks passed.',
    checks: [check('citation', true), check('quote', true)],
  });
});

test('a check that failed where a repaired claim was cited before is not told of where it is cited now', () => {
  const told = toldChecks({ state: 'repaired', checks: [check('quote', false), check('quote', true)] });
  expect(told.checks).toEqual([check('quote', true)]);
  expect(told.summary).toBe('The one check passed.');
});
