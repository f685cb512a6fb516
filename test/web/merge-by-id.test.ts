/** Lists change some items at a time, each in its place. */
import { expect, test } from 'vitest';
import { keepKnown, missingIn, withAll } from '../../web/src/lib/features/graph/merge-by-id.ts';

const items = [
  { id: 'a', at: 1 },
  { id: 'b', at: 1 },
];

test('those not wanted go, those not there are told, changed ones keep their place', () => {
  expect(keepKnown(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'b', at: 1 }]);
  expect(missingIn(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'c' }]);
  expect(
    withAll(items, [
      { id: 'c', at: 2 },
      { id: 'a', at: 2 },
    ]),
  ).toEqual([
    { id: 'a', at: 2 },
    { id: 'b', at: 1 },
    { id: 'c', at: 2 },
  ]);
});
