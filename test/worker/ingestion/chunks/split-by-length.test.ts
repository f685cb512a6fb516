/** The baseline splitter: whole lines up to 1,000 characters, regardless of content. */
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../worker/ingestion/documents/chunk-document.ts';
import { chunkText } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { splitByLength, naiveChunkLength } from '../../../../worker/ingestion/chunks/split-by-length.ts';
import { measureText } from '../../../../worker/ingestion/chunks/measured-text.ts';
import { loneSurrogate } from '../../../support/samples/chunk-invariants.ts';

const split = (text: string): string[] =>
  splitByLength(measureText(text)).map(({ start, end }) => text.slice(start, end));
const splitLengths = (text: string): number[] => split(text).map((part) => part.length);
const line = (length: number): string => `${'x'.repeat(length - 1)}\n`;

describe('splitByLength', () => {
  it.each([
    ['takes as many whole lines as fit', line(400) + line(400) + line(200) + line(1), [1000, 1]],
    [
      'starts a new chunk before a line that would exceed the limit',
      line(400) + line(400) + line(201),
      [800, 201],
    ],
    ['takes a line of exactly the limit', line(1000) + line(1000), [1000, 1000]],
    ['splits a line over the limit', line(10) + line(2500) + line(10), [10, 1000, 1000, 500, 10]],
    ['takes a last line without a line ending', line(400) + 'x'.repeat(600), [1000]],
    ['takes all of a small text', 'x', [1]],
    ['returns nothing for empty text', '', []],
  ])('%s', (_, text, expected) => expect(splitLengths(text)).toEqual(expected));

  it('loses nothing and splits no character', () => {
    const text = `${'😀'.repeat(1200)}\n${line(999)}x${'😀'.repeat(1200)}\r\n\r\n`;
    const parts = split(text);
    expect(parts.join('')).toBe(text);
    for (const part of parts) {
      expect(part).not.toMatch(loneSurrogate);
      expect(part.length).toBeLessThanOrEqual(naiveChunkLength);
    }
  });

  it('splits by length if `chunking` is `naive`, and sets the line numbers', () => {
    const sections = ['# One\n', line(600), '# Two\n', line(600), '# Three\n', line(300)].join('');
    const budget = { minTokens: 1, maxTokens: 512 } as const;
    const headings = (chunking: 'syntax' | 'naive') =>
      chunkDocument(sections, 'markdown', { ...budget, chunking }).chunks.map((chunk) => chunk.symbol);
    expect(headings('syntax')).toEqual(['One', 'Two', 'Three']);
    expect(headings('naive')).toHaveLength(2);
    const text = line(90).repeat(30);
    const { chunks } = chunkText(text, { ...budget, chunking: 'naive' });
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 11],
      [12, 22],
      [23, 30],
    ]);
  });
});
