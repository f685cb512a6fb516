/** Keys move through the results and stop at the ends. */
import { expect, test } from 'vitest';
import { nextResult } from '../../../web/src/lib/features/search/next-result.ts';

test.each([
  ['j', -1, 3, 0],
  ['j', 0, 3, 1],
  ['ArrowDown', 2, 3, 2],
  ['k', 2, 3, 1],
  ['ArrowUp', 0, 3, 0],
  ['k', -1, 3, 0],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['x', 0, 3, null],
  ['j', -1, 0, null],
])('for the key %s at index %i of %i results, returns %s', (key, index, count, next) => {
  expect(nextResult(key, index, count)).toBe(next);
});
