/** What is typed is taken by its letters unless an expression is meant; a broken one is told, never thrown. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findPattern } from '../../web/src/lib/features/code/find-pattern.ts';

const options = { text: '', matchCase: false, wholeWord: false, regex: false };
const found = (line: string, of: Partial<typeof options>): string[] | string => {
  const read = findPattern({ ...options, ...of });
  return read.kind === 'pattern' ? [...line.matchAll(read.pattern)].map((match) => match[0]) : read.kind;
};

test.each([
  ['a.b axb A.B', { text: 'a.b' }, ['a.b', 'A.B']],
  ['a.b axb A.B', { text: 'a.b', matchCase: true }, ['a.b']],
  ['a.b axb A.B', { text: 'a.b', regex: true }, ['a.b', 'axb', 'A.B']],
  ['run running rerun run_it run', { text: 'run', wholeWord: true }, ['run', 'run']],
  ['größe größer', { text: 'größe', wholeWord: true }, ['größe']],
  ['ab ac abc', { text: 'ab|ac', regex: true, wholeWord: true }, ['ab', 'ac']],
  ['$x ($x)', { text: '$x' }, ['$x', '$x']],
  ['anything', { text: '' }, 'nothing'],
  ['anything', { text: '(', regex: true }, 'unreadable'],
  ['anything', { text: 'a)|(b', regex: true, wholeWord: true }, 'unreadable'],
])('in %j %j finds %j', (line, of, expected) => {
  expect(found(line, of)).toEqual(expected);
});

test('says what is wrong with an expression in a few words', () => {
  expect(findPattern({ ...options, text: '(a', regex: true })).toEqual({
    kind: 'unreadable',
    reason: 'Unterminated group',
  });
});

test('any text typed is found in itself', () => {
  assert(
    property(string({ minLength: 1, unit: 'grapheme' }), (text) => {
      expect(found(`<${text}>`, { text, matchCase: true })).toContain(text);
    }),
  );
});
