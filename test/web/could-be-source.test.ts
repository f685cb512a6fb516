/** The server is asked about what may be a source, and not about every letter on the way to it. */
import { expect, test } from 'vitest';
import { couldBeSource } from '../../web/src/lib/features/sources/could-be-source.ts';

test.each([
  'acme/harbour',
  'acme/h',
  ' acme/harbour@v1 ',
  'https://docs.acme.dev',
  'git@github.com:acme/harbour.git',
  'git clone https://github.com/acme/harbour',
  'gh repo clone acme/harbour',
  'github:acme/harbour',
])('“%s” is asked about', (text) => expect(couldBeSource(text)).toBe(true));

test.each(['', '   ', 'acme', 'acme/', 'https://', 'how does it work', `a/${'b'.repeat(2_000)}`])(
  '“%.20s” is not',
  (text) => expect(couldBeSource(text)).toBe(false),
);
