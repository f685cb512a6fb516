/** Tests the parser in workerd: its contract, the input it rejects, and traps that it survives. */
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../worker/adapters/tree-sitter/languages.ts';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { Grammar } from '../../../../worker/adapters/tree-sitter/runtime.ts';
import {
  createTreeHandle,
  loadedGrammar,
  loadGrammar,
  restoreRuntime,
} from '../../../../worker/adapters/tree-sitter/runtime.ts';
import { parserContract } from '../../../contracts/parser.ts';

const memories: WebAssembly.Memory[] = [];
const PlainMemory = WebAssembly.Memory;
// The constructor is replaced before the first parse starts the runtime, to measure how far its memory grows.
WebAssembly.Memory = class extends PlainMemory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(this);
  }
};

parserContract(createTreeSitterParser);

const parser = createTreeSitterParser();

describe('input that would need unbounded time or stack', () => {
  it.each([
    ['nested brackets', '[{'.repeat(10_000), 'go'],
    ['brackets nested among words', 'f(a, ['.repeat(2_000), 'javascript'],
    ['only punctuation', '- '.repeat(50_000), 'python'],
    ['comments that never end', 'int /** '.repeat(20_000), 'java'],
    ['only keywords', 'else '.repeat(50_000), 'typescript'],
  ])('is rejected: %s', async (_, text, language) => {
    expect(await parser.parse(text, language)).toBeUndefined();
  });
});

describe('harmless input that resembles it', () => {
  it.each([
    ['a long chain of operators', `x = ${'1 + '.repeat(20_000)}1\n`, 'python'],
    ['a long chain of conditions', `x = ${'a ? b : '.repeat(2_000)}c;\n`, 'javascript'],
    ['many short lines', 'f(1);\n'.repeat(20_000), 'c'],
    ['whitespace', `${' '.repeat(100_000)}x = 1\n`, 'python'],
    [
      'deep indentation',
      Array.from({ length: 80 }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('') +
        `${' '.repeat(80)}y\n`,
      'python',
    ],
  ])('is accepted: %s', async (_, text, language) => {
    const tree = await parser.parse(text, language);
    expect(tree?.root.end).toBe(text.length);
    tree?.dispose();
  });
});

const loadLanguage = async (language: string): Promise<Grammar> => {
  const rules = languages[language] ?? expect.fail(`no ${language}`);
  await loadGrammar(rules);
  return loadedGrammar(rules) ?? expect.fail(`${language} is not loaded`);
};

describe('after a trap', () => {
  it('the runtime is restored, and parses as before', async () => {
    const { parser: library } = await loadLanguage('go');
    // Like an exhausted stack, an error in the middle of a parse does not free the stack frames and memory.
    let reads = 0;
    const trap = () =>
      library.parse((index) => {
        if (reads++ > 3) throw new RangeError('Maximum call stack size exceeded');
        return 'func f() {}\n'.repeat(400).slice(index % 4_000);
      });
    expect(trap).toThrow(RangeError);
    restoreRuntime();
    const tree = await parser.parse('package p\n\nfunc F() {}\n', 'go');
    expect(tree?.definitions.map(({ name }) => name)).toEqual(['F']);
    tree?.dispose();
  });

  it('an earlier tree throws when it is read, and can be disposed', async () => {
    const before = await parser.parse('x = 1\n', 'python');
    restoreRuntime();
    expect(() => before?.root.children()).toThrow(/lost/);
    before?.dispose();
    const after = await parser.parse('y = 2\nz = 3\n', 'python');
    expect(after?.root.children().length).toBe(2);
    after?.dispose();
  });

  it('an earlier tree is reported as lost', async () => {
    const { parser: library } = await loadLanguage('python');
    const tree = library.parse('x') ?? expect.fail('no tree');
    const handle = createTreeHandle(tree);
    expect(handle.isLost()).toBe(false);
    restoreRuntime();
    expect(handle.isLost()).toBe(true);
    handle.release();
  });
});

const memoryBytes = (): number => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

describe('the memory of the runtime', () => {
  /** The tree of this text takes more than half of the memory. */
  const halfMemoryText = 'int a(){return b(1,2);}\n'.repeat(9_500);

  it('stays within its maximum, whatever is parsed', async () => {
    await parser.parse(`<?php $a=[${'1,'.repeat(100_000)}1];`, 'php');
    expect(memoryBytes()).toBeGreaterThan(0);
    expect(memoryBytes()).toBeLessThanOrEqual(40 * 1024 * 1024);
    const tree = await parser.parse('x = 1\n', 'python');
    expect(tree?.root.children().length).toBe(1);
    tree?.dispose();
  });

  it('has room for a large text, whatever it parsed before', async () => {
    const first = await parser.parse(halfMemoryText, 'c');
    expect(first?.isLost()).toBe(false);
    const second = await parser.parse(halfMemoryText, 'c');
    expect(second?.definitions.length).toBe(9_500);
    expect(first?.isLost()).toBe(true);
    first?.dispose();
    second?.dispose();
  });

  it('has room for another language, whatever it parsed before', async () => {
    restoreRuntime();
    const first = await parser.parse('f(1,2);\n'.repeat(18_000), 'javascript');
    expect(first).toBeDefined();
    for (const language of ['csharp', 'cpp', 'java']) {
      const tree = await parser.parse('class A {};\n', language);
      expect(tree?.definitions.map(({ name }) => name)).toEqual(['A']);
      tree?.dispose();
    }
    first?.dispose();
  });
});
