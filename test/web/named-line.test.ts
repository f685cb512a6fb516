/** Of the lines a claim cites, the one it names is found; a number that is no line of theirs is not. */
import { expect, test } from 'vitest';
import { namedLine } from '../../web/src/lib/features/ask/named-line.ts';

const cited = { startLine: 100, endLine: 200 };

test.each([
  ['`cut` is called at line 197. [chunk:e1]', 197],
  ['Its line 111 reads `return`.', 111],
  ['At line 12 of one file and line 150 of the other.', 150],
  ['It is defined at line 201.', null],
  ['It takes 150 bytes of an outline 150 long.', null],
  ['', null],
] as const)('%s', (claim, line) => {
  expect(namedLine(claim, cited)).toBe(line);
});
