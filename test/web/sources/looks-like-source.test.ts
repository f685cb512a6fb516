/** Only text that may be a source triggers a preview request. */
import { expect, test } from 'vitest';
import { looksLikeSource } from '../../../web/src/lib/features/sources/looks-like-source.ts';

test.each([
  'acme/harbour',
  'acme/h',
  ' acme/harbour@v1 ',
  'https://docs.acme.dev',
  'git@github.com:acme/harbour.git',
  'git clone https://github.com/acme/harbour',
  'gh repo clone acme/harbour',
  'github:acme/harbour',
])('accepts “%s”', (text) => expect(looksLikeSource(text)).toBe(true));

test.each(['', '   ', 'acme', 'acme/', 'https://', 'how does it work', `a/${'b'.repeat(2_000)}`])(
  '“%.20s” is not',
  (text) => expect(looksLikeSource(text)).toBe(false),
);
