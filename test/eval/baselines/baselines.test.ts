import { describe, expect, it } from 'vitest';
import { createFullTextSearch } from './full-text-search.ts';
import { splitFiles } from './tree-texts.ts';
import { createTermVote } from './term-vote.ts';

const files = [
  { path: 'a.py', text: 'def close_stream(stream):\n    stream.end()\n' },
  { path: 'b.py', text: 'def open(path):\n    return path\n' },
];
const listPaths = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path);

describe('full-text search', () => {
  it('finds whole words, and with `usesPartsAndStems` also identifier parts and word stems', async () => {
    const pieces = await splitFiles([
      { path: 'c.ts', text: 'export function streamCloser() {}\n' },
      ...files,
    ]);
    expect(listPaths(createFullTextSearch(pieces, { usesPartsAndStems: false })('closing'))).toEqual([]);
    expect(listPaths(createFullTextSearch(pieces, { usesPartsAndStems: true })('closing'))).toEqual(['a.py']);
    expect(listPaths(createFullTextSearch(pieces, { usesPartsAndStems: true })('the closer'))).toEqual([
      'c.ts',
    ]);
  });

  it('accepts an empty question and one with query syntax', () => {
    const search = createFullTextSearch([], { usesPartsAndStems: true });
    expect(search('" OR * NEAR( ^')).toEqual([]);
    expect(search('')).toEqual([]);
  });
});

it('splits long files into pieces with line numbers', async () => {
  const text = Array.from({ length: 100 }, (_, line) => `line ${line} of a file that is long`).join('\n');
  const pieces = await splitFiles([{ path: 'long.txt', text }]);
  expect(pieces.length).toBeGreaterThan(3);
  const last = pieces.at(-1);
  expect(last?.endLine).toBe(100);
  expect(last?.text.split('\n')[0]).toBe(text.split('\n')[(last?.startLine ?? 0) - 1]);
});

it('ranks files by the number of distinct words, then by occurrences', () => {
  const vote = createTermVote([...files, { path: 'd.py', text: 'stream '.repeat(9) }]);
  expect(listPaths(vote('how to close a stream'))).toEqual(['a.py', 'd.py']);
  expect(listPaths(vote('how to'))).toEqual([]);
});
