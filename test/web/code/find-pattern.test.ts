/** Typed text is matched literally unless it is an expression, and an invalid expression is a value. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { compileFindPattern } from '../../../web/src/lib/features/code/find-pattern.ts';

const options = { text: '', matchCase: false, wholeWord: false, regex: false };
const findAll = (line: string, changes: Partial<typeof options>): string[] | string => {
  const compiled = compileFindPattern({ ...options, ...changes });
  return compiled.kind === 'pattern'
    ? [...line.matchAll(compiled.pattern)].map((match) => match[0])
    : compiled.kind;
};

test.each([
  ['a.b axb A.B', { text: 'a.b' }, ['a.b', 'A.B']],
  ['a.b axb A.B', { text: 'a.b', matchCase: true }, ['a.b']],
  ['a.b axb A.B', { text: 'a.b', regex: true }, ['a.b', 'axb', 'A.B']],
  ['run running rerun run_it run', { text: 'run', wholeWord: true }, ['run', 'run']],
  ['größe größer', { text: 'größe', wholeWord: true }, ['größe']],
  ['ab ac abc', { text: 'ab|ac', regex: true, wholeWord: true }, ['ab', 'ac']],
  ['$x ($x)', { text: '$x' }, ['$x', '$x']],
  ['anything', { text: '' }, 'empty'],
  ['anything', { text: '(', regex: true }, 'invalid'],
  ['anything', { text: 'a)|(b', regex: true, wholeWord: true }, 'invalid'],
])('in %j, %j finds %j', (line, of, expected) => {
  expect(findAll(line, of)).toEqual(expected);
});

test('gives a short reason for an invalid expression', () => {
  expect(compileFindPattern({ ...options, text: '(a', regex: true })).toEqual({
    kind: 'invalid',
    reason: 'Unterminated group',
  });
});

test('any literal text matches itself', () => {
  assert(
    property(string({ minLength: 1, unit: 'grapheme' }), (text) => {
      expect(findAll(`<${text}>`, { text, matchCase: true })).toContain(text);
    }),
  );
});
