/** The checks of a claim are selected, ordered and summarized for display. */
import { expect, test } from 'vitest';
import {
  summarizeClaimChecks,
  replaceEvidenceIds,
} from '../../../../web/src/lib/features/ask/claims/claim-checks.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';

const check = (name: string, passed: boolean) => ({ check: name, passed, detail: `of ${name}` });

test('lists failed checks first', () => {
  const summary = summarizeClaimChecks({
    state: 'partial',
    checks: [check('citation', true), check('quote', false)],
  });
  expect(summary.checks.map(({ check: name }) => name)).toEqual(['quote', 'citation']);
  expect(summary.summary).toBe('1 of 2 checks failed: quotation.');
  expect(summary.repair).toBeUndefined();
});

test('shows the repair of a claim and the checks of its current citation', () => {
  const checks = [check('citation', true), check('quote', true), check('repair', true)];
  expect(summarizeClaimChecks({ state: 'repaired', checks })).toEqual({
    repair: 'of repair',
    summary: 'All 2 checks passed.',
    checks: [check('citation', true), check('quote', true)],
  });
});

test('omits the failed checks of a repaired claim’s previous citation', () => {
  const summary = summarizeClaimChecks({
    state: 'repaired',
    checks: [check('quote', false), check('quote', true)],
  });
  expect(summary.checks).toEqual([check('quote', true)]);
  expect(summary.summary).toBe('The one check passed.');
});

const evidence = [commitEvidence('e7'), commitEvidence('e1')];

test.each([
  ['citation', 'e1, e7 issued for this question.', 'Source 2, source 1 issued for this question.'],
  ['citation', 'e999 was never issued.', 'e999 was never issued.'],
  ['identifier', '`e1` is not in the cited lines.', '`e1` is not in the cited lines.'],
])('replaces evidence ids only in the detail of a citation check: %s, %s', (name, detail, expected) => {
  expect(replaceEvidenceIds({ check: name, detail, passed: true }, evidence)).toBe(expected);
});
