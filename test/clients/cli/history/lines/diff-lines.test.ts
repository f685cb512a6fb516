import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../../clients/cli/history/lines/diff-lines.ts';

const lines = fc.array(fc.nat(6), { maxLength: 24 });

/** The length of the longest common subsequence, by the textbook's dynamic programming. */
function longestCommonLength(left: readonly number[], right: readonly number[]): number {
  let above = right.map(() => 0);
  for (const one of left) {
    const here: number[] = [];
    for (const [at, two] of right.entries())
      here.push(one === two ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, here[at - 1] ?? 0));
    above = here;
  }
  return above.at(-1) ?? 0;
}

test('pairs as many equal lines in order as possible', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const places = [...diffLines(Float64Array.from(left), Float64Array.from(right))];
      const found = places.flatMap((place, at) => (place < 0 ? [] : [[at, place] as const]));
      for (const [at, place] of found) expect(right[place]).toBe(left[at]);
      const order = found.map(([, place]) => place);
      expect(order).toEqual([...new Set(order)].toSorted((one, two) => one - two));
      expect(found).toHaveLength(longestCommonLength(left, right));
    }),
  );
});

test('pairs only the common prefix and suffix when too much differs between them', () => {
  const some = Array.from({ length: 4_000 }, (_, at) => at);
  const places = diffLines(
    Float64Array.from([-1, ...some, -2]),
    Float64Array.from([-1, ...some.toReversed(), -2]),
  );
  expect([places[0], places[2_000], places.at(-1)]).toEqual([0, -1, 4_001]);
});
