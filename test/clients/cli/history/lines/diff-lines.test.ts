import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../../clients/cli/history/lines/diff-lines.ts';

const lines = fc.array(fc.nat(6), { maxLength: 24 });

/** Computes the length of the longest common subsequence by dynamic programming. */
function longestCommonLength(left: readonly number[], right: readonly number[]): number {
  let previous = right.map(() => 0);
  for (const leftValue of left) {
    const current: number[] = [];
    for (const [at, rightValue] of right.entries())
      current.push(
        leftValue === rightValue
          ? (previous[at - 1] ?? 0) + 1
          : Math.max(previous[at] ?? 0, current[at - 1] ?? 0),
      );
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

test('pairs the maximum number of equal lines in order', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const positions = [...diffLines(Float64Array.from(left), Float64Array.from(right))];
      const pairs = positions.flatMap((position, at) => (position < 0 ? [] : [[at, position] as const]));
      for (const [at, position] of pairs) expect(right[position]).toBe(left[at]);
      const order = pairs.map(([, position]) => position);
      expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
      expect(pairs).toHaveLength(longestCommonLength(left, right));
    }),
  );
});

test('pairs only the common prefix and suffix if too many lines differ between them', () => {
  const middleLines = Array.from({ length: 4_000 }, (_, at) => at);
  const positions = diffLines(
    Float64Array.from([-1, ...middleLines, -2]),
    Float64Array.from([-1, ...middleLines.toReversed(), -2]),
  );
  expect([positions[0], positions[2_000], positions.at(-1)]).toEqual([0, -1, 4_001]);
});
