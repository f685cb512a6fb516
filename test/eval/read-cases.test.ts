import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../support/files/temporary-folder.ts';
import { readCases } from './read-cases.ts';

function readLines(...lines: unknown[]) {
  const folder = createFolder({ 'small.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
  return readCases(join(folder, 'small.jsonl'));
}

const revision = { repo: 'owner/name', index_commit: 'c0ffee', query: 'close the stream once' };

it('reads a change, a concept and an unanswerable question', () => {
  const cases = readLines(
    { ...revision, id: 'a', files: ['a.py'], functions: [{ file: 'a.py', start: 3, end: 4 }], pr: null },
    {
      ...revision,
      root: 'src',
      relevant: ['b.py', { path: 'c.py', start_line: 5, end_line: 6 }],
      secondary: ['d.py'],
    },
    { ...revision, expect: 'declined' },
  );
  expect(cases.map(({ id, kind, answerable }) => [id, kind, answerable])).toEqual([
    ['a', 'change', true],
    ['small-2', 'concept', true],
    ['small-3', 'refusal', false],
  ]);
  expect(cases[0]?.functions).toEqual([{ path: 'a.py', startLine: 3, endLine: 4 }]);
  expect(cases[1]?.root).toBe('src');
  expect(cases[1]?.targets).toEqual([
    { path: 'b.py' },
    { path: 'c.py', startLine: 5, endLine: 6 },
    { path: 'd.py' },
  ]);
});

it('reports the number of an invalid line', () => {
  expect(() => readLines(revision, { ...revision, files: 'a.py' })).toThrow(
    /small\.jsonl:2 is not a case \(files/,
  );
});

it('reports a missing set', () => expect(() => readCases('/nowhere.jsonl')).toThrow(/does not exist/));
