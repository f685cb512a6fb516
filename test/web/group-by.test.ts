/** Groups and their items keep the order of first occurrence. */
import { expect, test } from 'vitest';
import { groupBy } from '../../web/src/lib/group-by.ts';

test('groups by keys of any type', () => {
  const groups = groupBy([3, 8, 5, 2, 9], (number) => number % 2 === 0);
  expect([...groups]).toEqual([
    [false, [3, 5, 9]],
    [true, [8, 2]],
  ]);
});
