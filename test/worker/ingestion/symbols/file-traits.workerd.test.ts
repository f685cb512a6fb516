/** Re-exporting and declaration-only files of several languages, through the real grammars. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { chunkFile } from '../../../../worker/ingestion/chunks/chunk-file.ts';

const parser = createTreeSitterParser();
const budget = { minTokens: 50, maxTokens: 512 };

async function detectTraits(language: string, text: string): Promise<readonly string[]> {
  const { chunks } = await chunkFile({ path: 'file', language, text }, { parser, budget });
  return chunks[0]?.metadata.traits ?? [];
}

describe('the trait of a file that mostly re-exports', () => {
  it.each([
    [
      'typescript',
      "/** The parts. */\nexport { a } from './a.ts';\nexport * from './b.ts';\nimport './c.ts';\n",
    ],
    [
      'python',
      '"""A framework."""\n\n__version__ = "1.0"\n\nfrom .applications import FastAPI as FastAPI\nfrom .param_functions import Body as Body, Cookie as Cookie\n\n__all__ = ["FastAPI", "Body", "Cookie"]\n',
    ],
    [
      'rust',
      '//! Parts.\nmod client;\npub mod server;\npub use client::Client;\npub use server::{Server, Config};\n',
    ],
    [
      'javascript',
      "'use strict';\nmodule.exports = 1;\nimport a from './a';\nimport b, { c, d } from './b';\nexport { a, b, c } from './c';\nexport * from './e';\n",
    ],
  ])('is `reexport` in %s', async (language, text) => {
    expect(await detectTraits(language, text)).toEqual(['reexport']);
  });
});

describe('the trait of a file that only declares', () => {
  it.each([
    ['python', 'def a(x: int) -> int: ...\n\nclass B:\n    def c(self) -> None: ...\n'],
    ['typescript', 'export declare function a(x: number): number;\nexport declare function b(): void;\n'],
  ])('is `stub` in %s', async (language, text) => {
    expect(await detectTraits(language, text)).toEqual(['stub']);
  });
});

it.each([
  [
    'python',
    'import os\nimport sys\n\ndef main():\n    print(os.name, sys.argv)\n    return os.getcwd()\n\nmain()\n',
  ],
  [
    'python',
    'from typing import Protocol\n\nclass A(Protocol):\n    def b(self) -> None: ...\n    def c(self) -> None: ...\n',
  ],
  [
    'typescript',
    "import { a } from './a.ts';\n\nexport function b(): number {\n  return a(1) + a(2) + a(3) + a(4);\n}\n",
  ],
  ['java', 'package a;\n\npublic interface B {\n  int c();\n  int d();\n}\n'],
  ['typescript', "it('does nothing', () => {});\nfunction a() {}\nfunction b() {}\n"],
  ['python', 'def broken(:\nfrom a import b\n'],
])('detects no trait in a %s file with code of its own', async (language, text) => {
  expect(await detectTraits(language, text)).toEqual([]);
});
