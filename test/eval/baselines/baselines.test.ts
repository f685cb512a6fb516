import { describe, expect, it } from 'vitest';
import { fullTextSearch } from './full-text-search.ts';
import { splitTexts } from './split-texts.ts';
import { termVote } from './term-vote.ts';

const files = [
  { path: 'a.py', text: 'def close_stream(stream):\n    stream.end()\n' },
  { path: 'b.py', text: 'def open(path):\n    return path\n' },
];
const pathsOf = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path);

describe('full-text search', () => {
  it('finds whole words, and parts and stems where asked to', async () => {
    const pieces = await splitTexts([
      { path: 'c.ts', text: 'export function streamCloser() {}\n' },
      ...files,
    ]);
    expect(pathsOf(fullTextSearch(pieces, { splits: false })('closing'))).toEqual([]);
    expect(pathsOf(fullTextSearch(pieces, { splits: true })('closing'))).toEqual(['a.py']);
    expect(pathsOf(fullTextSearch(pieces, { splits: true })('the closer'))).toEqual(['c.ts']);
  });

  it('takes any question', () => {
    const search = fullTextSearch([], { splits: true });
    expect(search('" OR * NEAR( ^')).toEqual([]);
    expect(search('')).toEqual([]);
  });
});

it('cuts long files into pieces that know their lines', async () => {
  const text = Array.from({ length: 100 }, (_, line) => `line ${line} of a file that is long`).join('\n');
  const pieces = await splitTexts([{ path: 'long.txt', text }]);
  expect(pieces.length).toBeGreaterThan(3);
  const last = pieces.at(-1);
  expect(last?.endLine).toBe(100);
  expect(last?.text.split('\n')[0]).toBe(text.split('\n')[(last?.startLine ?? 0) - 1]);
});

it('counts the words a file holds before how often it does', () => {
  const vote = termVote([...files, { path: 'd.py', text: 'stream '.repeat(9) }]);
  expect(pathsOf(vote('how to close a stream'))).toEqual(['a.py', 'd.py']);
  expect(pathsOf(vote('how to'))).toEqual([]);
});
