/** What can be no token of GitHub is told before it is sent. */
import { expect, test } from 'vitest';
import { whyNoToken } from '../../web/src/lib/features/settings/no-token.ts';

test.each(['hello', 'x', 'github_pat_0123456789 0123456789', 'ghp_0123456789\n0123456789'])(
  '“%s” is none',
  (text) => expect(whyNoToken(text)).toMatch(/github_pat_.*40 hexadecimal/),
);

test.each([
  'ghp_0123456789abcdefghij0123456789abcdef',
  '0123456789abcdef0123456789abcdef01234567',
  'github_pat_of_ann_0123456789',
  'another-host-of-ones-own-gave-this',
])('“%s” may be one', (text) => expect(whyNoToken(text)).toBeUndefined());
