/** Text that cannot be a GitHub token is rejected before it is sent. */
import { expect, test } from 'vitest';
import { explainInvalidToken } from '../../../web/src/lib/features/settings/explain-invalid-token.ts';

test.each(['hello', 'x', 'github_pat_0123456789 0123456789', 'ghp_0123456789\n0123456789'])(
  'rejects “%s”',
  (text) => expect(explainInvalidToken(text)).toMatch(/github_pat_.*40 hexadecimal/),
);

test.each([
  'ghp_0123456789abcdefghij0123456789abcdef',
  '0123456789abcdef0123456789abcdef01234567',
  'github_pat_of_ann_0123456789',
  'a-token-in-an-unknown-format',
])('accepts “%s”', (text) => expect(explainInvalidToken(text)).toBeUndefined());
