/** Tests the parser's version. It is part of the key of every cached chunk, so it must contain the versions of the installed packages. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { Chunking } from '../../../../worker/core/code/chunk.ts';
import { chunkerKey } from '../../../../worker/ingestion/chunks/chunker-version.ts';

const { version } = createTreeSitterParser();
const manifest: unknown = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
);

it.each([
  ['web-tree-sitter', 'web-tree-sitter'],
  ['@vscode/tree-sitter-wasm', 'vscode'],
  ['tree-sitter-c', 'c'],
  ['tree-sitter-cpp', 'cpp'],
])('contains the version of %s', (name, short) => {
  const installed: unknown = Reflect.get(Object(Reflect.get(Object(manifest), 'dependencies')), name);
  expect(`.${version}`).toContain(`.${short}-${String(installed)}`);
});

const key = (parser: string, scanner: string, maxTokens: number, chunking?: Chunking): string =>
  chunkerKey(
    { version: parser },
    { version: scanner },
    { minTokens: 50, maxTokens, ...(chunking && { chunking }) },
  );

it('creates a different key for another budget, parser, scanner or chunking', () => {
  const keys = [
    key('a', 'b', 512),
    key('c', 'b', 512),
    key('a', 'c', 512),
    key('a', 'b', 256),
    key('a', 'b', 512, 'naive'),
  ];
  expect(key('a', 'b', 512, 'syntax')).toBe(keys[0]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(key('a', 'b', 512)).toBe(keys[0]);
});
