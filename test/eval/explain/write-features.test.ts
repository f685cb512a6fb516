import { expect, it } from 'vitest';
import { gradeResult } from './write-features.ts';

const truth = {
  essential: [{ path: 'a.py', startLine: 10, endLine: 29 }],
  helpful: [{ path: 'b.py', startLine: 1, endLine: 5 }],
};

it.each([
  ['an essential definition', { path: 'a.py', startLine: 9, endLine: 29 }, 3],
  ['a part of one', { path: 'a.py', startLine: 12, endLine: 15 }, 2],
  ['a short type around one', { path: 'a.py', startLine: 1, endLine: 60 }, 2],
  ['a long type around one', { path: 'a.py', startLine: 1, endLine: 400 }, 1],
  ['a helpful definition', { path: 'b.py', startLine: 4, endLine: 9 }, 1],
  ['another definition of the same file', { path: 'a.py', startLine: 30, endLine: 40 }, 0],
])('grades %s', (_, result, grade) => {
  expect(gradeResult(result, truth)).toBe(grade);
});
