/** A failed number check reports the number, with its unit if there is one. */
import { expect, it } from 'vitest';
import { checkNumbers } from '../../../../../worker/answering/claims/checks/check-numbers.ts';
import { parseClaim } from '../../../../../worker/answering/claim-text/parse-claim.ts';

it.each([
  ['8,000 are kept.', '8,000 is not in the cited lines.'],
  ['It waits 30 seconds.', '30 seconds is not in the cited lines.'],
  ['It keeps twelve of them.', 'twelve is not in the cited lines.'],
])('reports the number in %j: %j', (prose, detail) => {
  const checks = checkNumbers(prose, parseClaim(prose), { text: prose, texts: [], cited: [] });
  expect(checks).toMatchObject([{ check: 'number', passed: false, detail }]);
});
