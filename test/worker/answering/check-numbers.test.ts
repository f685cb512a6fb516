/** What a failed check of a number says: the number, and its unit where it has one. */
import { expect, it } from 'vitest';
import { checkNumbers } from '../../../worker/answering/check-numbers.ts';
import { partsOfClaim } from '../../../worker/answering/claim-parts.ts';

it.each([
  ['8,000 are kept.', '8,000 is not in the cited lines.'],
  ['It waits 30 seconds.', '30 seconds is not in the cited lines.'],
  ['It keeps twelve of them.', 'twelve is not in the cited lines.'],
])('%j: %j', (prose, detail) => {
  const checks = checkNumbers(prose, partsOfClaim(prose), { text: prose, texts: [], cited: [] });
  expect(checks).toMatchObject([{ check: 'number', passed: false, detail }]);
});
