/** The web pages of sources, the outline of a page's headings, and line breaks within code. */
import { expect, test } from 'vitest';
import type { SpanEvidence } from '../../../../web/src/lib/api.ts';
import { splitCode } from '../../../../web/src/lib/features/ask/claims/parse-inline.ts';
import { findWebPage } from '../../../../web/src/lib/features/ask/sources/span-evidence.ts';
import { pageAddress } from '../../../../web/src/lib/features/files/page-address.ts';
import { headingSymbols, findSymbolAt } from '../../../../web/src/lib/features/outline/outline-rows.ts';

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

test('finds the web page of a source with a web address', () => {
  expect(findWebPage(evidence(`${url}#wick`))).toBe(`${url}#wick`);
  expect(findWebPage(evidence('/r/r1/files/wick.md?version=s1#L3-L9'))).toBeUndefined();
  expect(findWebPage(evidence('javascript:alert(1)'))).toBeUndefined();
  expect(findWebPage(undefined)).toBeUndefined();
});

test('links a file to its page, at the heading above a line', () => {
  expect(pageAddress({ page })).toBe(url);
  expect(pageAddress({ page }, 3)).toBe(url);
  expect(pageAddress({ page }, 15)).toBe(`${url}#length`);
  expect(pageAddress({}, 15)).toBeUndefined();
});

test('a heading covers the lines up to the next heading of its level', () => {
  const rows = headingSymbols(page.headings, { path: 'wick.md', lines: 30 });
  expect(rows.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
    ['Wick', 7, 30],
    ['Length', 11, 20],
    ['Soot', 21, 30],
  ]);
  expect(findSymbolAt(rows, 15)?.name).toBe('Length');
  expect(headingSymbols([], { path: 'a.py', lines: 3 })).toEqual([]);
});

test('lets code break between words, and within words that are too long', () => {
  expect(splitCode('flask run --debug')).toEqual([
    { text: 'flask', isUnbroken: true },
    { text: ' ', isUnbroken: false },
    { text: 'run', isUnbroken: true },
    { text: ' ', isUnbroken: false },
    { text: '--debug', isUnbroken: true },
  ]);
  expect(splitCode('a'.repeat(40))).toEqual([{ text: 'a'.repeat(40), isUnbroken: false }]);
});
