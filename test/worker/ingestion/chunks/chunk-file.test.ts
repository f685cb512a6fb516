/** Plain text is split between blocks, which blank lines and indentation delimit. */
import { assert, array, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { expectSoundChunks } from '../../../support/samples/chunk-invariants.ts';

const chunkRaw = (text: string, maxTokens: number, minTokens = 1): string[] => {
  const budget = { minTokens, maxTokens };
  const chunked = chunkText(text, budget);
  expectSoundChunks(text, chunked, budget);
  return chunked.chunks.map((chunk) => chunk.raw);
};

const block = (name: string): string => `${name}:\n  one: 1\n  two: 2\n`;
const rule = (name: string): string => `.${name} {\n  color: red;\n}\n`;

describe('text', () => {
  it('is one chunk if it fits', () => expect(chunkRaw('a\n\nb\n', 10)).toEqual(['a\n\nb\n']));

  it('splits at blank lines', () =>
    expect(chunkRaw('a b c\nd e f\n\ng h i\nj k l\n', 6)).toEqual(['a b c\nd e f\n', '\ng h i\nj k l\n']));

  it('keeps indented lines with the line above', () => {
    expect(chunkRaw(block('a') + block('b') + block('c'), 8)).toEqual([block('a'), block('b'), block('c')]);
  });

  it('ends a block with its closing bracket', () => {
    expect(chunkRaw(rule('a') + rule('b'), 8)).toEqual([rule('a'), rule('b')]);
  });

  it('splits a block over the budget between its parts', () => {
    const part = '  inner:\n    x: 1\n    y: 2\n';
    expect(chunkRaw(`outer:\n${part}${part}`, 10)).toEqual([`outer:\n${part}`, part]);
  });

  it('is one chunk if it is only whitespace', () => expect(chunkRaw(' \n\t\n\n', 10)).toEqual([' \n\t\n\n']));

  it('has no chunks if empty', () => expect(chunkRaw('', 10)).toEqual([]));

  it('splits without loss in any shape', () => {
    const line = constantFrom(
      '',
      'a b',
      '  c d e',
      '\tf',
      '    g;',
      '}',
      '  }',
      'h'.repeat(90),
      '😀 '.repeat(30),
      'end\r',
    );
    assert(
      property(array(line, { maxLength: 60 }), constantFrom(1, 3, 10, 40), (lines, maxTokens) => {
        chunkRaw(lines.join('\n'), maxTokens, Math.floor(maxTokens / 2));
      }),
    );
  });
});

it('splits a line of one repeated character exactly at the budget', () => {
  const { chunks } = chunkText(`${'•'.repeat(2500)}\n${'😀'.repeat(1100)}`, {
    minTokens: 50,
    maxTokens: 512,
  });
  expect(chunks.map(({ raw }) => [...raw].length)).toEqual([512, 512, 512, 512, 453, 512, 512, 76]);
});
