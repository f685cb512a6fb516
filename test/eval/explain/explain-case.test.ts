/** Checks that a set of questions is read, and that an error names the invalid line. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readExplainCases } from './explain-case.ts';

const line = {
  id: 'a-1',
  repo: 'example/kitchen',
  index_commit: 'abc',
  kind: 'why',
  query: 'Why is the oven preheated?',
  reference: 'Not read.',
  essential: [{ file: 'oven.ts', symbol: 'preheat', start: 3, end: 9 }],
};

function writeSet(...lines: readonly unknown[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'explain-')), 'set.jsonl');
  writeFileSync(file, `${lines.map((item) => JSON.stringify(item)).join('\n')}\n`);
  return file;
}

describe('readExplainCases', () => {
  it('reads questions with the lines of their definitions', () => {
    expect(readExplainCases(writeSet(line))).toEqual([
      {
        id: 'a-1',
        repository: 'example/kitchen',
        commit: 'abc',
        kind: 'why',
        question: 'Why is the oven preheated?',
        essential: [{ path: 'oven.ts', startLine: 3, endLine: 9 }],
        helpful: [],
      },
    ]);
  });

  it('names the line that has no essential definition', () => {
    expect(() => readExplainCases(writeSet(line, { ...line, essential: [] }))).toThrow(/set\.jsonl:2 is not/);
  });

  it('names a set that does not exist', () => {
    expect(() => readExplainCases('missing.jsonl')).toThrow('The set "missing.jsonl" does not exist.');
  });
});
