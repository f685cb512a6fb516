/** What was looked up for a claim is selected and ordered for display. */
import { expect, test } from 'vitest';
import { listLookups } from '../../../../web/src/lib/features/ask/claims/claim-checks.ts';
import {
  describeJudgment,
  replaceEvidenceIds,
} from '../../../../web/src/lib/features/ask/claims/check-texts.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';

const check = (name: string, passed: boolean) => ({ check: name, passed, detail: `of ${name}` });

test('lists failed checks first', () => {
  const { checks, repair } = listLookups({
    state: 'partial',
    checks: [check('citation', true), check('quote', false)],
  });
  expect(checks.map(({ check: name }) => name)).toEqual(['quote', 'citation']);
  expect(repair).toBeUndefined();
});

test('shows the repair of a claim and the checks of its current citation', () => {
  const checks = [
    check('citation', true),
    check('quote', false),
    check('quote', true),
    check('repair', true),
  ];
  expect(listLookups({ state: 'repaired', checks })).toEqual({
    repair: 'of repair',
    checks: [check('citation', true), check('quote', true)],
  });
});

test('states the verdict of a judging model', () => {
  expect(describeJudgment({ verdict: 'confirmed', model: 'big' })).toBe('Confirmed by big');
  expect(describeJudgment({ verdict: 'disputed', model: 'big' })).toBe('Disputed by big');
});

const evidence = [commitEvidence('e7'), commitEvidence('e1')];

test.each([
  ['citation', 'e1, e7 issued for this question.', 'Source 2, source 1 issued for this question.'],
  ['citation', 'e999 was never issued.', 'e999 was never issued.'],
  ['identifier', '`e1` is not in the cited lines.', '`e1` is not in the cited lines.'],
])('replaces evidence ids only in the detail of a citation check: %s, %s', (name, detail, expected) => {
  expect(replaceEvidenceIds({ check: name, detail, passed: true }, evidence)).toBe(expected);
});
