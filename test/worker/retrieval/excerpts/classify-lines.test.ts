/** Lines of several languages, each with the kind that a reader would give it. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyLines } from '../../../../worker/retrieval/excerpts/classify-lines.ts';

it.each([
  [
    'Python',
    [
      ['from .ledger import Entry', 'import'],
      ['', 'blank'],
      ['def settle(entries):', 'code'],
      ['    """Settles what is open.', 'comment'],
      ['', 'blank'],
      ['    Returns the rest.', 'comment'],
      ['    """', 'comment'],
      ['    # Oldest first.', 'comment'],
      ['    return sum(entries)', 'code'],
    ],
  ],
  [
    'a docstring on one line',
    [
      ['class Ledger:', 'code'],
      ['    r"""Entries of an account."""', 'comment'],
      ['    entries = []', 'code'],
    ],
  ],
  [
    'TypeScript',
    [
      ["import { ledger } from './ledger.ts';", 'import'],
      ["const { readFileSync } = require('node:fs');", 'import'],
      ['/**', 'comment'],
      [' * Settles an entry.', 'comment'],
      [' */', 'comment'],
      ['export function settle(entry: Entry) {', 'code'],
      ['  /* at once */', 'comment'],
      ['  if (entry.isOpen) {', 'code'],
      ['    close(entry); // and no more', 'code'],
      ['  }', 'closing'],
      ['});', 'closing'],
    ],
  ],
  [
    'Rust',
    [
      ['use std::collections::HashMap;', 'import'],
      ['//! Accounts.', 'comment'],
      ['#[derive(Debug)]', 'code'],
      ['#![allow(dead_code)]', 'code'],
      ['/// One account.', 'comment'],
      ['pub struct Account {', 'code'],
      ['    *balance += amount;', 'code'],
      ['}', 'closing'],
    ],
  ],
  [
    'C',
    [
      ['#include <stdio.h>', 'import'],
      ['#ifdef LEDGER_DEBUG', 'code'],
      ['#define LIMIT 12', 'code'],
      ['/* Prints the', 'comment'],
      ['   balance. */', 'comment'],
      ['printf("%d", balance);', 'code'],
      ['#endif', 'code'],
    ],
  ],
  [
    'Ruby',
    [
      ["require_relative 'ledger'", 'import'],
      ['=begin', 'comment'],
      ['Settles entries.', 'comment'],
      ['=end', 'comment'],
      ['def settle', 'code'],
      ['end', 'closing'],
      ['ending = 1', 'code'],
    ],
  ],
  [
    'SQL, shell and markup',
    [
      ['-- Open entries.', 'comment'],
      ['SELECT * FROM entries', 'code'],
      ['fi', 'closing'],
      ['done', 'closing'],
      ['<!-- the', 'comment'],
      ['balance -->', 'comment'],
      ['<p>Balance</p>', 'code'],
    ],
  ],
] as const)('classifies %s', (_, lines) => {
  expect(lines.map(([text], index) => [text, classifyLines(lines.map(([line]) => line))[index]])).toEqual(
    lines,
  );
});

it('returns a kind for every line, and blank only for lines of white space', () => {
  const piece = fc.constantFrom('"""', '/*', '*/', '#', '//', '', ' ', 'x = 1', '}', '<!--', '-->', "'''");
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, piece).map(([a, b]) => a + b)), (lines) => {
      const kinds = classifyLines(lines);
      expect(kinds).toHaveLength(lines.length);
      for (const [index, line] of lines.entries()) expect(kinds[index] === 'blank').toBe(line.trim() === '');
    }),
  );
});
