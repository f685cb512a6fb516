/** A source is described by what is true of it: its lines and their definition, or its age. */
import { expect, test } from 'vitest';
import { describeEvidence } from '../../../../web/src/lib/features/ask/sources/describe-evidence.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';

test('says how long ago a commit was made, and gives its day', () => {
  expect(describeEvidence(commitEvidence('e1'), Date.parse('2024-06-20T00:00:00Z'))).toMatchObject({
    detail: expect.stringMatching(/^commit 6f948e9 · 3 months ago · Ann/) as string,
    day: '2024-03-09',
  });
});
