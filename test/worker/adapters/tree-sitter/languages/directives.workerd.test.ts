/** Directives inside statements: members stay in their class, calls are found, and a file that omits a branch says so. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import type { ChunkedFile } from '../../../../../worker/core/code/chunk.ts';
import { chunkFile } from '../../../../../worker/ingestion/chunks/chunk-file.ts';
import { referenceRows } from './reference-rows.ts';

const parser = createTreeSitterParser();

async function read(language: string, lines: readonly string[]): Promise<ChunkedFile> {
  const text = `${lines.join('\n')}\n`;
  const chunked = await chunkFile(
    { path: 'file', language, text },
    { parser, budget: { minTokens: 50, maxTokens: 512 } },
  );
  expect(chunked.chunks.map(({ raw }) => raw).join('')).toBe(text);
  return chunked;
}

const symbolRows = ({ symbols }: ChunkedFile): string[] =>
  symbols.map(({ startLine, endLine, qualifiedName }) => `${startLine}-${endLine} ${qualifiedName}`);
const callRows = (chunked: ChunkedFile): string[] =>
  referenceRows(chunked).filter((row) => row.includes(' call '));

describe('a directive around an else-if', () => {
  const source = [
    'class Reader {',
    '  void Parse(char c) {',
    "    if (c == 'a') {",
    '      First();',
    '    }',
    '#if HAS_BIG',
    "    else if (c == 'b') {",
    '      Second();',
    '    }',
    '#endif',
    '    else {',
    '      Third();',
    '    }',
    '  }',
    '  void First() { Fill(); }',
    '  void Second() { Fill(); }',
    '  void Fill() { }',
    '}',
  ];

  it.each(['csharp', 'cpp'])('leaves the members after it in their class (%s)', async (language) => {
    const chunked = await read(language, [...source.slice(0, -1), language === 'cpp' ? '};' : '}']);
    expect(symbolRows(chunked)).toEqual([
      '1-18 Reader',
      '2-14 Reader.Parse',
      '15-15 Reader.First',
      '16-16 Reader.Second',
      '17-17 Reader.Fill',
    ]);
    expect(callRows(chunked)).toEqual([
      '4 call First < Reader.Parse',
      '8 call Second < Reader.Parse',
      '12 call Third < Reader.Parse',
      '15 call Fill < Reader.First',
      '16 call Fill < Reader.Second',
    ]);
    expect(chunked.degraded).toBe(false);
  });
});

describe('branches that cannot stand together', () => {
  it('are reduced to one, and the file is marked', async () => {
    const chunked = await read('csharp', [
      'class Store {',
      '#if NET',
      '  public int Count(string name',
      '#else',
      '  public long Count(object name',
      '#endif',
      '  ) { return Load(name); }',
      '  int Load(object name) { return 1; }',
      '}',
    ]);
    expect(symbolRows(chunked)).toEqual(['1-9 Store', '3-7 Store.Count', '8-8 Store.Load']);
    expect(callRows(chunked)).toEqual(['7 call Load < Store.Count']);
    expect(chunked.degraded).toBe(true);
  });

  it('are chosen by the same conditions in all groups', async () => {
    const chunked = await read('c', [
      'static int grow(struct pool *p) {',
      '#ifdef POOL_LOCK',
      '  if (lock(p)) {',
      '#else',
      '  while (spin(p)) {',
      '#endif',
      '    extend(p);',
      '#if !defined(POOL_LOCK)',
      '    } do { rest(p);',
      '#endif',
      '  }',
      '  return 0;',
      '}',
      'int shrink(struct pool *p) { return trim(p); }',
    ]);
    expect(symbolRows(chunked)).toEqual(['1-13 grow', '14-14 shrink']);
    expect(callRows(chunked)).toEqual([
      '3 call lock < grow',
      '7 call extend < grow',
      '14 call trim < shrink',
    ]);
    expect(chunked.degraded).toBe(true);
  });

  it('never include a branch that is switched off', async () => {
    const chunked = await read('cpp', [
      'int area(Box b) {',
      '  return width(b)',
      '#if 0',
      '    + old(b)',
      '#else',
      '    * height(b)',
      '#endif',
      '    ;',
      '}',
    ]);
    expect(callRows(chunked)).toEqual(['2 call width < area', '6 call height < area']);
  });
});

it('keeps all branches that can stand together, in a file with an interrupting directive', async () => {
  const chunked = await read('csharp', [
    'class Clock {',
    '#if NET',
    '  void Tick() { Fast(); }',
    '#else',
    '  void Tock() { Slow(); }',
    '#endif',
    '  bool Runs(int a) {',
    '    return a > 1',
    '#if NET',
    '      && Check(a)',
    '#endif',
    '      && a < 9;',
    '  }',
    '}',
  ]);
  expect(symbolRows(chunked)).toEqual(['1-14 Clock', '3-3 Clock.Tick', '5-5 Clock.Tock', '7-13 Clock.Runs']);
  expect(callRows(chunked)).toEqual([
    '3 call Fast < Clock.Tick',
    '5 call Slow < Clock.Tock',
    '10 call Check < Clock.Runs',
  ]);
  expect(chunked.degraded).toBe(false);
});

it.each([
  ['directives in comments and strings', ['/*', '#if A', '*/', 'var s = @"', '#if B', '";', 'if (']],
  ['an opening without an end', ['#if A', 'int a = (', '#else']],
  ['an end without an opening', ['#endif', '#else', 'int a = (']],
])('ignores %s', async (_, lines) => {
  expect((await read('csharp', lines)).degraded).toBe(true);
});

it('reads a macro after the parameters of a function', async () => {
  const chunked = await read('cpp', [
    'BELT_INLINE Belt::Belt(Belt &&other) BELT_NOEXCEPT',
    '    : size_(other.size_) {}',
    'BELT_INLINE int Belt::size(Belt other) BELT_NOEXCEPT {',
    '  return count(other);',
    '}',
    'void Belt::stop() const BELT_NOEXCEPT { halt(); }',
  ]);
  expect(symbolRows(chunked)).toEqual(['1-2 Belt.Belt', '3-5 Belt.size', '6-6 Belt.stop']);
  expect(chunked.degraded).toBe(false);
});

it('does not mark a file for a directive on its last line without a line feed', async () => {
  const text = 'class Belt { }\n#pragma warning restore 618';
  const file = { path: 'file', language: 'csharp', text };
  const { degraded } = await chunkFile(file, { parser, budget: { minTokens: 50, maxTokens: 512 } });
  expect(degraded).toBe(false);
});

it.each([
  ['groups in groups', '#if A\n'.repeat(20_000) + '#endif\n'.repeat(20_000)],
  ['groups without code', '#if A\n#endif\n'.repeat(20_000)],
  ['quotes that never end', String.raw`x = (\"`.repeat(20_000)],
])('reads %s in bounded time', async (_, text) => {
  const file = { path: 'file', language: 'csharp', text: `class A { void F( {\n${text}` };
  const { chunks } = await chunkFile(file, { parser, budget: { minTokens: 50, maxTokens: 512 } });
  expect(chunks.map(({ raw }) => raw).join('')).toBe(file.text);
});
