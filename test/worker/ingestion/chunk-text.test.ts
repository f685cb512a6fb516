/** Any other text: cut between blocks that blank lines and indentation show. */
import { assert, array, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from '../../../worker/ingestion/chunk-text.ts';
import { expectSoundChunks } from '../../support/samples/chunk-invariants.ts';

const rawOf = (text: string, maxTokens: number, minTokens = 1): string[] => {
  const budget = { minTokens, maxTokens };
  const cut = chunkText(text, budget);
  expectSoundChunks(text, cut, budget);
  return cut.chunks.map((chunk) => chunk.raw);
};

const block = (name: string): string => `${name}:\n  one: 1\n  two: 2\n`;
const rule = (name: string): string => `.${name} {\n  color: red;\n}\n`;

describe('text', () => {
  it('is one chunk where it fits', () => expect(rawOf('a\n\nb\n', 10)).toEqual(['a\n\nb\n']));

  it('is cut at blank lines', () =>
    expect(rawOf('a b c\nd e f\n\ng h i\nj k l\n', 6)).toEqual(['a b c\nd e f\n', '\ng h i\nj k l\n']));

  it('keeps what is indented with the line above', () => {
    expect(rawOf(block('a') + block('b') + block('c'), 8)).toEqual([block('a'), block('b'), block('c')]);
  });

  it('ends a block with its closing bracket', () => {
    expect(rawOf(rule('a') + rule('b'), 8)).toEqual([rule('a'), rule('b')]);
  });

  it('opens a block over the budget at its own parts', () => {
    const part = '  inner:\n    x: 1\n    y: 2\n';
    expect(rawOf(`outer:\n${part}${part}`, 10)).toEqual([`outer:\n${part}`, part]);
  });

  it('of white space alone is one chunk', () => expect(rawOf(' \n\t\n\n', 10)).toEqual([' \n\t\n\n']));

  it('that is empty has none', () => expect(rawOf('', 10)).toEqual([]));

  it('of any shape is cut without loss', () => {
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
        rawOf(lines.join('\n'), maxTokens, Math.floor(maxTokens / 2));
      }),
    );
  });
});

it('splits a line of one symbol exactly at the budget', () => {
  const { chunks } = chunkText(`${'•'.repeat(2500)}\n${'😀'.repeat(1100)}`, { minTokens: 50, maxTokens: 512 });
  expect(chunks.map(({ raw }) => [...raw].length)).toEqual([512, 512, 512, 512, 453, 512, 512, 76]);
});
