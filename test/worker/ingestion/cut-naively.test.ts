/** The cut that is measured against: whole lines up to 1,000 characters, whatever they say. */
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../worker/ingestion/chunk-document.ts';
import { chunkText } from '../../../worker/ingestion/chunk-text.ts';
import { cutNaively, naiveLength } from '../../../worker/ingestion/cut-naively.ts';
import { measureText } from '../../../worker/ingestion/measured-text.ts';
import { loneSurrogate } from '../../support/chunk-invariants.ts';

const cut = (text: string): string[] =>
  cutNaively(measureText(text)).map(({ start, end }) => text.slice(start, end));
const lengthsOf = (text: string): number[] => cut(text).map((piece) => piece.length);
const line = (length: number): string => `${'x'.repeat(length - 1)}\n`;

describe('the naive cut', () => {
  it.each([
    ['takes as many whole lines as fit', line(400) + line(400) + line(200) + line(1), [1000, 1]],
    ['takes a line less where the next is too much', line(400) + line(400) + line(201), [800, 201]],
    ['takes a line of just the length', line(1000) + line(1000), [1000, 1000]],
    ['cuts a line that is too long inside', line(10) + line(2500) + line(10), [10, 1000, 1000, 500, 10]],
    ['takes a last line without an end', line(400) + 'x'.repeat(600), [1000]],
    ['takes all of a small text', 'x', [1]],
    ['has nothing of nothing', '', []],
  ])('%s', (_, text, expected) => expect(lengthsOf(text)).toEqual(expected));

  it('loses nothing and halves no character', () => {
    const text = `${'😀'.repeat(1200)}\n${line(999)}x${'😀'.repeat(1200)}\r\n\r\n`;
    const pieces = cut(text);
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece).not.toMatch(loneSurrogate);
      expect(piece.length).toBeLessThanOrEqual(naiveLength);
    }
  });

  it('makes the chunks where it is asked for, which are described as ever', () => {
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
