/** Files of every language through the real grammars: intact, randomly mutated, and under various budgets. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { Chunk, ChunkBudget, ChunkedFile } from '../../../../worker/core/code/chunk.ts';
import { chunkFile } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { expectSoundChunks } from '../../../support/samples/chunk-invariants.ts';
import { languageFixtures } from '../../../support/files/language-fixtures.ts';

const parser = createTreeSitterParser();
const defaultBudget: ChunkBudget = { minTokens: 50, maxTokens: 512 };
const chunk = (language: string, text: string, budget = defaultBudget): Promise<ChunkedFile> =>
  chunkFile({ path: 'file', language, text }, { parser, budget });

/** One change to a text at a relative position from 0 to 1. */
type Mutation = (text: string) => string;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(300)).map(([at, length]) => (text: string) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start) + text.slice(start + length);
  }),
  fc
    .tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(
          '{',
          '}',
          '(',
          '"""',
          '/*',
          '*/',
          '`',
          "'",
          '\t',
          '\r',
          '\n\n\n',
          '#',
          '```\n',
          '\ufeff',
          '😀',
        ),
        fc.nat(4000).map((length) => 'x'.repeat(length)),
        fc.nat(2000).map((length) => '1, '.repeat(length)),
      ),
    )
    .map(([at, piece]) => (text: string) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + piece + text.slice(start);
    }),
  fc.constant((text: string) => text.replaceAll('\n', '\r\n')),
  fc.constant((text: string) => text.trimEnd()),
  fc.constant((text: string) => text.replaceAll('  ', '\t')),
  fc.constant((text: string) => `\ufeff${text}`),
  fc.constant((text: string) => text.replaceAll('\n', ' ')),
);

const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '?');

const budget: fc.Arbitrary<ChunkBudget> = fc
  .tuple(fc.integer({ min: 1, max: 600 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([maxTokens, fraction]) => ({ maxTokens, minTokens: Math.floor(maxTokens * fraction) }));

describe.each(Object.entries(languageFixtures))('%s', (language, source) => {
  it('splits without loss', async () =>
    expectSoundChunks(source, await chunk(language, source), defaultBudget));

  it('splits without loss after any damage, under any budget', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { maxLength: 4 }), budget, async (mutations, randomBudget) => {
        const text = wellFormed(mutations.reduce((damaged, mutate) => mutate(damaged), source));
        expectSoundChunks(text, await chunk(language, text, randomBudget), randomBudget);
      }),
      { numRuns: 40 },
    );
  });

  it('gets the same chunks for the same text', async () =>
    expect(await chunk(language, source)).toEqual(await chunk(language, source)));
});

const findBySymbol = (chunks: readonly Chunk[], symbol: string) =>
  chunks.filter((chunkOfFile) => chunkOfFile.symbol === symbol);

describe('a chunk of code', () => {
  it('is one function if the function fits', async () => {
    const { chunks } = await chunk('python', languageFixtures.python);
    expect(findBySymbol(chunks, 'TaskQueue.run')).toMatchObject([
      {
        startLine: 97,
        endLine: 115,
        kind: 'method',
        metadata: {
          defines: ['TaskQueue.run'],
          signature: 'async def run(self, limit: int | None = None) -> int:',
          enclosing: 'TaskQueue',
          documentation: 'Runs what is due and returns how many tasks ended well.',
          imports: ['heapq', '.errors'],
          exports: ['TaskQueue.run'],
          complexity: 7,
        },
      },
    ]);
  });

  it('is not about a constant below imports, but about one that contains them, or constants alone', async () => {
    const imports = Array.from({ length: 12 }, (_, number) => `from .part${number} import Parcel${number}`);
    const source = [...imports, '', 'T = TypeVar("T")', ''].join('\n');
    expect((await chunk('python', source)).chunks).toMatchObject([
      { symbol: undefined, kind: 'imports', metadata: { defines: ['T'] } },
    ]);
    const pages = Array.from(
      { length: 12 },
      (_, number) => `  page${number}: () => import('./page${number}'),`,
    );
    expect((await chunk('javascript', ['const pages = {', ...pages, '};'].join('\n'))).chunks).toMatchObject([
      { symbol: 'pages' },
    ]);
    const constants = 'DEFAULT_WEIGHT = Weight(grams=20)\nMAX_PARCELS = 20\n';
    expect((await chunk('python', constants)).chunks).toMatchObject([
      { symbol: 'DEFAULT_WEIGHT', kind: 'constant' },
    ]);
  });

  it('separates documentation from other comments', async () => {
    const source = [
      '# Says what the file is for.',
      '',
      'def send(parcel):',
      '    """Sends a parcel."""',
      '    # Heavy ones go last.',
      '    return parcel',
      '    # Nothing comes after it.',
      'def weigh(parcel):',
      '    return parcel.weight',
      '',
    ].join('\n');
    const { chunks, symbols } = await chunk('python', source, { minTokens: 1, maxTokens: 500 });
    expect(symbols.map(({ name, documentation }) => [name, documentation])).toEqual([
      ['send', 'Sends a parcel.'],
      ['weigh', ''],
    ]);
    const described = chunks.map(({ metadata }) => [metadata.documentation, metadata.comments]);
    expect(described.flatMap(([documentation]) => documentation ?? [])).toEqual(['Sends a parcel.']);
    expect(described.flatMap(([, comments]) => comments?.split('\n') ?? [])).toEqual([
      'Says what the file is for.',
      'Heavy ones go last.',
      'Nothing comes after it.',
    ]);
  });

  it.each([
    '// Copyright 2021 The Parcel Authors. All rights reserved.',
    '// eslint-disable-next-line no-console\n// prettier-ignore',
    '/* parcel.ts\n * SPDX-License-Identifier: MIT */',
  ])('has no license notice or tool directive as documentation: %s', async (comment) => {
    const source = `${comment}\nexport function send(parcel: string): string {\n  return parcel;\n}\n`;
    const { symbols } = await chunk('typescript', source);
    expect(symbols).toMatchObject([{ name: 'send', documentation: '' }]);
    expect(symbols[0]).not.toHaveProperty('documentationLines');
  });

  it('contains the comment and decorators above a definition', async () => {
    const { chunks } = await chunk('typescript', languageFixtures.typescript);
    const [take] = findBySymbol(chunks, 'Limiter.take');
    expect(take?.raw.trimStart()).toMatch(/^\/\*\* Lets the call through.*\*\/\n\s*@traced\n\s*async take/);
  });

  it('is a whole class if the class fits and no member deserves its own chunk', async () => {
    const { chunks } = await chunk('python', languageFixtures.python);
    expect(findBySymbol(chunks, 'Task').map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [49, 62],
    ]);
  });

  it('at the start of a class contains its header and small members', async () => {
    const { chunks } = await chunk('python', languageFixtures.python);
    expect(findBySymbol(chunks, 'TaskQueue')[0]?.raw.trimStart()).toMatch(
      /^class TaskQueue:[\s\S]*closed = False\n$/,
    );
  });

  it('of an oversized function has the symbol of the function', async () => {
    const { chunks } = await chunk('python', languageFixtures.python, { minTokens: 10, maxTokens: 60 });
    const parts = findBySymbol(chunks, 'TaskQueue.run');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.slice(1).map((part) => part.metadata.signature)).toEqual(
      parts.slice(1).map(() => 'async def run(self, limit: int | None = None) -> int:'),
    );
  });

  it('is the only chunk in which its definitions start', async () => {
    for (const [language, source] of Object.entries(languageFixtures)) {
      const { chunks, symbols } = await chunk(language, source);
      const defined = new Set(chunks.flatMap(({ metadata }) => metadata.defines));
      expect([...defined].sort()).toEqual(
        [...new Set(symbols.map(({ qualifiedName }) => qualifiedName))].sort(),
      );
    }
  });
});

describe('branch points', () => {
  it.each(parser.languages)('of %s are each counted in exactly one chunk', async (language) => {
    const text =
      Object.entries(languageFixtures).find(([name]) => name === language)?.[1] ?? expect.fail(language);
    const tree = await parser.parse(text, language);
    const { chunks } = await chunk(language, text, { minTokens: 10, maxTokens: 100 });
    const counted = chunks.reduce((sum, { metadata }) => sum + (metadata.complexity ?? 1) - 1, 0);
    expect(counted).toBe(tree?.branches.length);
    expect(counted).toBeGreaterThan(0);
    tree?.dispose();
  });
});

describe('a file', () => {
  it('has no chunks if empty', async () => expect((await chunk('python', '')).chunks).toEqual([]));

  it('over the parser limit is split by indentation and marked as degraded', async () => {
    const text = 'x = 1\n'.repeat(parser.maxLength / 6 + 1);
    const chunked = await chunk('python', text);
    expectSoundChunks(text, chunked, defaultBudget);
    expect(chunked.degraded).toBe(true);
    expect(chunked.symbols).toEqual([]);
  });

  it('labeled as C that contains C++ is parsed as C++', async () => {
    const { symbols, degraded } = await chunk('c', languageFixtures.cpp);
    expect(symbols.map((symbol) => symbol.qualifiedName)).toContain('geo.Box.contains');
    expect(degraded).toBe(false);
  });

  it('of one line over the budget is split between words', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
    const { chunks } = await chunk('text', text);
    expect(chunks.length).toBeGreaterThan(10);
    for (const { raw } of chunks.slice(1)) expect(raw).toMatch(/^(?: |\d|word)/);
    expect(new Set(chunks.map(({ startLine }) => startLine))).toEqual(new Set([1]));
  });
});

describe('a component', () => {
  it('parses its scripts at their own lines', async () => {
    const { symbols } = await chunk('svelte', languageFixtures.svelte);
    const found = symbols.map(
      ({ qualifiedName, kind, startLine }) => `${startLine} ${kind} ${qualifiedName}`,
    );
    expect(found).toEqual(
      expect.arrayContaining([
        '3 constant counters',
        '11 interface Props',
        '22 function increment',
        '29 function reset',
      ]),
    );
  });

  it('separates markup, script and style if they are large enough', async () => {
    const { chunks } = await chunk('svelte', languageFixtures.svelte);
    expect(chunks.map(({ kind, startLine, endLine }) => [kind, startLine, endLine])).toEqual([
      ['function', 1, 37],
      ['markup', 38, 59],
      ['style', 60, 76],
    ]);
  });

  it('records the imports that its script uses', async () => {
    const { chunks } = await chunk('vue', languageFixtures.vue);
    expect(chunks.flatMap(({ metadata }) => metadata.imports ?? [])).toEqual(
      expect.arrayContaining(['vue', '@/types', '@/storage']),
    );
  });
});

it('splits a component whose scripts together exceed the parser memory', async () => {
  const script = `<script>\n${'f(1,2);\n'.repeat(18_000)}\n</script>\n`;
  const text = `<template>\n<p>Tea</p>\n</template>\n${script}${script}`;
  const { chunks } = await chunk('vue', text);
  expect(chunks.map(({ raw }) => raw).join('')).toBe(text);
});
