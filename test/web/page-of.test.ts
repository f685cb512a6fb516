/** From a source of documentation to the page it was made from, its headings as an outline, and code that is not broken in its words. */
import { expect, test } from 'vitest';
import type { SpanEvidence } from '../../web/src/lib/api.ts';
import { codeWords } from '../../web/src/lib/features/ask/code-words.ts';
import { pageOf } from '../../web/src/lib/features/ask/page-of.ts';
import { pageAddress } from '../../web/src/lib/features/files/page-address.ts';
import { headingSymbols } from '../../web/src/lib/features/outline/heading-symbols.ts';
import { symbolAt } from '../../web/src/lib/features/outline/outline-rows.ts';

const url = 'https://acme.dev/docs/wick.html';
const page = {
  url,
  headings: [
    { line: 7, level: 1, title: 'Wick', url: `${url}#wick` },
    { line: 11, level: 2, title: 'Length', url: `${url}#length` },
    { line: 21, level: 2, title: 'Soot', url: `${url}#soot` },
  ],
};
const evidence = (address: string): SpanEvidence => ({
  id: 'e1',
  kind: 'docs',
  path: 'wick.md',
  startLine: 3,
  endLine: 9,
  language: 'markdown',
  commit: 'c',
  hash: 'h',
  spanHash: 's',
  url: address,
  text: '',
  score: 1,
  scores: {},
});

test('a source has a page where its address is one of the web', () => {
  expect(pageOf(evidence(`${url}#wick`))).toBe(`${url}#wick`);
  expect(pageOf(evidence('/r/r1/files/wick.md?version=s1#L3-L9'))).toBeUndefined();
  expect(pageOf(evidence('javascript:alert(1)'))).toBeUndefined();
  expect(pageOf(undefined)).toBeUndefined();
});

test('a file leads to its page, at the heading of the line that is meant', () => {
  expect(pageAddress({ page })).toBe(url);
  expect(pageAddress({ page }, 3)).toBe(url);
  expect(pageAddress({ page }, 15)).toBe(`${url}#length`);
  expect(pageAddress({}, 15)).toBeUndefined();
});

test('headings are an outline: each holds what follows it up to the next of its level', () => {
  const rows = headingSymbols({ page, path: 'wick.md', lines: 30 }) ?? [];
  expect(rows.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
    ['Wick', 7, 30],
    ['Length', 11, 20],
    ['Soot', 21, 30],
  ]);
  expect(symbolAt(rows, 15)?.name).toBe('Length');
  expect(headingSymbols({ path: 'a.py', lines: 3 })).toBeUndefined();
});

test('code is broken between its words, and within those alone that are too long', () => {
  expect(codeWords('flask run --debug')).toEqual([
    { text: 'flask', whole: true },
    { text: ' ', whole: false },
    { text: 'run', whole: true },
    { text: ' ', whole: false },
    { text: '--debug', whole: true },
  ]);
  expect(codeWords('a'.repeat(40))).toEqual([{ text: 'a'.repeat(40), whole: false }]);
});
