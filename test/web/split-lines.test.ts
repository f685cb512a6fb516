/** The viewer counts lines as the server does: a last line break begins none, and CRLF is one break. */
import { expect, test } from 'vitest';
import { splitLines } from '../../web/src/lib/features/code/split-lines.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['\n', ['']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['a\rb\n', ['a\rb']],
])('%j', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});
