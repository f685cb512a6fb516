/** Imported line origins are decoded if they are complete and valid, and are otherwise rejected with a reason. */
import { expect, it } from 'vitest';
import {
  readLineOrigins,
  type ImportedOrigins,
} from '../../../../worker/ingestion/history/read-line-origins.ts';

const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
const commits = [first, null, second];
const imported: ImportedOrigins = {
  path: 'a.py',
  hash: 'h',
  names: ['old.py'],
  nodes: [
    [0, 0, 0, -1],
    [2, 2, -1, 0],
    [1, 0, -1, -1],
  ],
  runs: [
    [3, 1, 7],
    [1, 2, 1],
  ],
};

it('decodes origins with their commits and names', () => {
  expect(readLineOrigins(imported, commits, 4)).toEqual({
    path: 'a.py',
    hash: 'h',
    nodes: [
      { commit: first, step: 'added', path: 'old.py', before: undefined },
      { commit: second, step: 'moved', path: 'a.py', before: 0 },
      { commit: undefined, step: 'added', path: 'a.py', before: undefined },
    ],
    runs: [
      { lines: 3, node: 1, line: 7 },
      { lines: 1, node: 2, line: 1 },
    ],
  });
});

const chain = (length: number): ImportedOrigins['nodes'] =>
  Array.from({ length }, (_, at) => [0, 1, -1, at - 1] as const);

it.each<[string, Partial<ImportedOrigins>, number?]>([
  ['too few lines', {}, 5],
  ['too many lines', {}, 3],
  ['no runs', { runs: [] }],
  ['an unlisted commit', { nodes: [[3, 0, -1, -1]], runs: [[4, 0, 1]] }],
  ['an unknown step', { nodes: [[0, 4, -1, -1]], runs: [[4, 0, 1]] }],
  ['an unlisted name', { nodes: [[0, 0, 1, -1]], runs: [[4, 0, 1]] }],
  ['a node that precedes itself', { nodes: [[0, 0, -1, 0]], runs: [[4, 0, 1]] }],
  [
    'a node that follows a later one',
    {
      nodes: [
        [0, 0, -1, 1],
        [0, 0, -1, -1],
      ],
      runs: [[4, 0, 1]],
    },
  ],
  ['a run without a node', { runs: [[4, 3, 1]] }],
  ['a line history that is too long', { nodes: chain(13), runs: [[4, 12, 1]] }],
])('rejects %s', (_, overrides, lines = 4) => {
  expect(readLineOrigins({ ...imported, ...overrides }, commits, lines)).toEqual({
    problem: expect.any(String),
  });
});

it('accepts a line history of the maximum length', () => {
  expect(
    readLineOrigins({ ...imported, nodes: chain(12), runs: [[4, 11, 1]] }, commits, 4),
  ).not.toHaveProperty('problem');
});
