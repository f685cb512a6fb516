/** Calls between definitions, in the order in which they are made. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findTrace } from '../../../../worker/retrieval/excerpts/find-trace.ts';

const trace = (best: string, calls: readonly string[]) => {
  const parsed = calls.map((words) => {
    const [from = '', to = '', line = '1'] = words.split(' ');
    return { from, to, line: Number(line), path: 'src/dock.ts' };
  });
  const others = parsed.flatMap(({ from, to }) => [from, to]).filter((id) => !id.startsWith('?'));
  const definitions = [best, ...new Set(others)].map((symbolId) => ({ symbolId }));
  return findTrace(definitions, parsed);
};
const find = (best: string, calls: readonly string[]): readonly string[] =>
  trace(best, calls).calls.map(({ from, to }) => `${from} ${to}`);

it.each([
  [
    'begins at the caller of the best definition',
    'load',
    ['load stow 20', 'dock load 5'],
    ['dock load', 'load stow'],
  ],
  [
    'begins at the most distant caller',
    'stow',
    ['load stow 20', 'dock load 5', 'arrive dock 2'],
    ['arrive dock', 'dock load', 'load stow'],
  ],
  [
    'follows a call before the next call of the same caller',
    'dock',
    ['dock pay 9', 'load stow 40', 'dock load 5', 'pay bill 60'],
    ['dock load', 'load stow', 'dock pay', 'pay bill'],
  ],
  [
    'follows each definition once',
    'dock',
    ['dock load 5', 'dock pay 6', 'pay load 9'],
    ['dock load', 'dock pay'],
  ],
  [
    'begins at the best definition of a cycle',
    'dock',
    ['load stow 9', 'stow dock 12', 'dock load 5'],
    ['dock load', 'load stow'],
  ],
  [
    'omits calls of itself',
    'dock',
    ['dock dock 2', 'dock load 5', 'load load 7', 'load stow 9'],
    ['dock load', 'load stow'],
  ],
  [
    'omits definitions that were not found',
    'dock',
    ['dock load 5', 'load stow 9', 'stow ?log 10'],
    ['dock load', 'load stow'],
  ],
  [
    'omits calls that the first does not lead to',
    'dock',
    ['dock load 5', 'load stow 8', 'sail wave 3'],
    ['dock load', 'load stow'],
  ],
])('%s', (_, best, calls, expected) => {
  expect(find(best, calls)).toEqual(expected);
});

it('is empty for fewer than two calls, and if the best definition is in no graph', () => {
  expect(find('dock', ['dock load 5'])).toEqual([]);
  expect(find('sail', ['dock load 5', 'load stow 6'])).toEqual([]);
  expect(findTrace([{ symbolId: undefined }], []).calls).toEqual([]);
  expect(findTrace([], []).calls).toEqual([]);
});

it('follows at most six calls', () => {
  const calls = Array.from({ length: 12 }, (_, index) => `s${index} s${index + 1} ${index}`);
  expect(find('s0', calls)).toHaveLength(6);
});

it('returns the next three calls with their lines as omitted', () => {
  const crane = Array.from({ length: 5 }, (_, index) => `crane hook${index} ${index + 10}`);
  const dock = Array.from({ length: 4 }, (_, index) => `dock rope${index} ${index + 2}`);
  const { omitted } = trace('dock', ['dock crane 1', ...crane, ...dock]);
  expect(omitted.map(({ from, to, line }) => [from, to, line])).toEqual([
    ['dock', 'rope0', 2],
    ['dock', 'rope1', 3],
    ['dock', 'rope2', 4],
  ]);
  expect(trace('dock', ['dock crane 1', 'crane hook 2']).omitted).toEqual([]);
});

it('only returns connected calls, each callee once, for any graph', () => {
  const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node, fc.nat(90)), { maxLength: 25 }), (edges) => {
      const found = find(
        'a',
        edges.map((edge) => edge.join(' ')),
      ).map((call) => call.split(' '));
      expect(new Set(found.map(([, to]) => to)).size).toBe(found.length);
      for (const [index, [from]] of found.entries())
        if (index > 0) expect([found[0]?.[0], ...found.slice(0, index).map(([, to]) => to)]).toContain(from);
    }),
  );
});
