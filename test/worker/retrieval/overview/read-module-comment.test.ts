/** Reads the comment that documents a module, and not the one that documents its first definition. */
import { describe, expect, it } from 'vitest';
import { readModuleComment } from '../../../../worker/retrieval/overview/read-module-comment.ts';

describe('the documentation of a module', () => {
  it.each([
    [
      'ferry/__init__.py',
      '#!/usr/bin/env python\n# Copyright 2026 A\n"""Books seats.\n\nMore.\n"""\nimport os\n',
      'Books seats.\n\nMore.',
      3,
      6,
    ],
    ['src/lib.rs', '#![no_std]\n//! Books seats.\n//! Quickly.\nmod seat;\n', 'Books seats.\nQuickly.', 2, 3],
    [
      'ferry/doc.go',
      '// Copyright 2026 A\n\n// Package ferry books seats.\npackage ferry\n',
      'Package ferry books seats.',
      3,
      3,
    ],
    ['src/index.ts', '/**\n * Books seats.\n */\n\nimport { a } from "./a";\n', 'Books seats.', 1, 3],
    [
      'src/index.ts',
      '/** @module\n * Books seats.\n */\nexport const a = 1;\n',
      '@module\nBooks seats.',
      1,
      3,
    ],
  ])('in %s is found', (path, text, comment, startLine, endLine) => {
    expect(readModuleComment(path, text)).toEqual({ text: comment, startLine, endLine });
  });

  it.each([
    ['src/index.ts', '/** Books a seat. */\nexport function book() {}\n'],
    ['src/index.ts', '// We have to cast here.\n\nconst a = 1;\n'],
    ['src/lib.rs', '/// Books a seat.\nfn book() {}\n'],
    ['ferry/ferry.go', '// go tools\n\nimport "fmt"\n'],
    ['ferry/__init__.py', '# only a comment\nimport os\n'],
    ['ferry/__init__.py', '"""never closed\n'],
    ['ferry/__init__.py', ''],
  ])('in %s is missing: %j', (path, text) => {
    expect(readModuleComment(path, text)).toBeUndefined();
  });
});
