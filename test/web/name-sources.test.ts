/** Ids of evidence are told as the numbers their sources are shown under. */
import { expect, test } from 'vitest';
import { nameSources } from '../../web/src/lib/features/ask/name-sources.ts';
import { commitEvidence } from '../support/commit-evidence.ts';

const evidence = [commitEvidence('e7'), commitEvidence('e1')];

test.each([
  ['citation', 'e1, e7 issued for this question.', 'Source 2, source 1 issued for this question.'],
  ['citation', 'e999 was never issued.', 'e999 was never issued.'],
  ['identifier', '`e1` is not in the cited lines.', '`e1` is not in the cited lines.'],
])('of a check of %s: %s', (check, detail, named) => {
  expect(nameSources({ check, detail, passed: true }, evidence)).toBe(named);
});
