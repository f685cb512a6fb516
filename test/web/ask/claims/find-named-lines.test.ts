/** Finds the lines that a claim names or quotes within its cited lines, and ignores other numbers. */
import { expect, test } from 'vitest';
import { findNamedLines } from '../../../../web/src/lib/features/ask/claims/find-named-lines.ts';

const citedLines = { startLine: 100, endLine: 200, text: '' };

test.each([
  ['`cut` is called at line 197. [chunk:e1]', 197, 197],
  ['Its line 111 reads `return`.', 111, 111],
  ['At line 12 of one file and line 150 of the other.', 150, 150],
  ['`joined` in `a.ts`, lines 108–111, is documented.', 108, 111],
  ['It is called at lines 150, 160 and 170.', 150, 150],
  ['It begins before them, at lines 90-104.', 100, 104],
  ['Of lines 100–200 it is line 150 that counts.', 150, 150],
] as const)('finds the named lines in: %s', (claim, startLine, endLine) => {
  expect(findNamedLines(claim, citedLines)).toEqual({ startLine, endLine });
});

test.each([
  'It is defined at line 201.',
  'It takes 150 bytes of an outline 150 long.',
  'It is all of lines 100–200.',
  'It is all of lines 90–300.',
  '',
])('finds no lines in: %s', (claim) => {
  expect(findNamedLines(claim, citedLines)).toBeNull();
});

const code = {
  startLine: 7,
  endLine: 11,
  text: '/** What joins. */\n// The chunks of a file,\n// in order, are its text.\nfunction joined(): string {}\n',
};

test.each([
  ['`joined`, lines 7–11, says: “The chunks of a file, in order, are its text.”', 8],
  ['`joined` is defined here.', 10],
  ['`nowhere` is like `joined`.', 10],
] as const)('finds the quoted line in: %s', (claim, line) => {
  expect(findNamedLines(claim, code)).toEqual({ startLine: line, endLine: line });
});

test('finds nothing for an unknown quotation, or when only one line is cited', () => {
  expect(findNamedLines('It says “something else”.', code)).toBeNull();
  expect(findNamedLines('`joined`', { startLine: 3, endLine: 3, text: 'joined()\n' })).toBeNull();
});
