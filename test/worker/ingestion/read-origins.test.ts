/** Origins as they are handed over: told back where they are whole, refused with what is wrong where not. */
import { expect, it } from 'vitest';
import { readOrigins, type HandedOrigins } from '../../../worker/ingestion/read-origins.ts';

const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
const commits = [first, null, second];
const handed: HandedOrigins = {
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

it('are read with their commits and names', () => {
  expect(readOrigins(handed, commits, 4)).toEqual({
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

const chain = (length: number): HandedOrigins['nodes'] =>
  Array.from({ length }, (_, at) => [0, 1, -1, at - 1] as const);

it.each<[string, Partial<HandedOrigins>, number?]>([
  ['lines too few', {}, 5],
  ['lines too many', {}, 3],
  ['no runs', { runs: [] }],
  ['a commit that is not listed', { nodes: [[3, 0, -1, -1]], runs: [[4, 0, 1]] }],
  ['a step that is none', { nodes: [[0, 4, -1, -1]], runs: [[4, 0, 1]] }],
  ['a name that is not listed', { nodes: [[0, 0, 1, -1]], runs: [[4, 0, 1]] }],
  ['a node before itself', { nodes: [[0, 0, -1, 0]], runs: [[4, 0, 1]] }],
  [
    'a node before that comes later',
    {
      nodes: [
        [0, 0, -1, 1],
        [0, 0, -1, -1],
      ],
      runs: [[4, 0, 1]],
    },
  ],
  ['a run of no node', { runs: [[4, 3, 1]] }],
  ['a lineage too long', { nodes: chain(13), runs: [[4, 12, 1]] }],
])('are refused for %s', (_, more, lines = 4) => {
  expect(readOrigins({ ...handed, ...more }, commits, lines)).toEqual({ problem: expect.any(String) });
});

it('may be as long as is told', () => {
  expect(readOrigins({ ...handed, nodes: chain(12), runs: [[4, 11, 1]] }, commits, 4)).not.toHaveProperty(
    'problem',
  );
});
