/** The first place of a sorted row from which on something holds. */
import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound } from '../../web/src/lib/features/code/lower-bound.ts';

test('is what going through them one by one would find', () => {
  assert(
    property(array(integer({ min: 0, max: 20 })), integer({ min: 0, max: 21 }), (values, wanted) => {
      const sorted = values.toSorted((a, b) => a - b);
      const first = sorted.findIndex((value) => value >= wanted);
      expect(lowerBound(sorted.length, (index) => (sorted[index] ?? 0) >= wanted)).toBe(
        first < 0 ? sorted.length : first,
      );
    }),
  );
});
