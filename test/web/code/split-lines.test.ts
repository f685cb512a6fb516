/** The viewer counts lines like the server: a final line break does not start a line, and CRLF is one break. */
import { expect, test } from 'vitest';
import { splitLines } from '../../../web/src/lib/features/code/split-lines.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['\n', ['']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['a\rb\n', ['a\rb']],
])('splits %j', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});
