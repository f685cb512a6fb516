import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../../clients/cli/history/lines/diff-lines.ts';

const lines = fc.array(fc.nat(6), { maxLength: 24 });

/** The most lines two texts have in common, in order, by the textbook's table. */
function longestCommon(left: readonly number[], right: readonly number[]): number {
  let above = right.map(() => 0);
  for (const one of left) {
    const here: number[] = [];
    for (const [at, two] of right.entries())
      here.push(one === two ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, here[at - 1] ?? 0));
    above = here;
  }
  return above.at(-1) ?? 0;
}

test('pairs equal lines in order, and as many as there can be', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const places = [...diffLines(Float64Array.from(left), Float64Array.from(right))];
      const found = places.flatMap((place, at) => (place < 0 ? [] : [[at, place] as const]));
      for (const [at, place] of found) expect(right[place]).toBe(left[at]);
      const order = found.map(([, place]) => place);
      expect(order).toEqual([...new Set(order)].toSorted((one, two) => one - two));
      expect(found).toHaveLength(longestCommon(left, right));
    }),
  );
});

test('gives up between what both begin and end with where too much differs', () => {
  const some = Array.from({ length: 4_000 }, (_, at) => at);
  const places = diffLines(
    Float64Array.from([-1, ...some, -2]),
    Float64Array.from([-1, ...some.toReversed(), -2]),
  );
  expect([places[0], places[2_000], places.at(-1)]).toEqual([0, -1, 4_001]);
});
