/** Lists are updated a few items at a time, in place. */
import { expect, test } from 'vitest';
import {
  retainItems,
  newItems,
  upsertItems,
} from '../../../../web/src/lib/features/graph/picture/merge-by-id.ts';

const items = [
  { id: 'a', at: 1 },
  { id: 'b', at: 1 },
];

test('removes unneeded items, finds new ones, and replaces changed ones in place', () => {
  expect(retainItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'b', at: 1 }]);
  expect(newItems(items, [{ id: 'b' }, { id: 'c' }])).toEqual([{ id: 'c' }]);
  expect(
    upsertItems(items, [
      { id: 'c', at: 2 },
      { id: 'a', at: 2 },
    ]),
  ).toEqual([
    { id: 'a', at: 2 },
    { id: 'b', at: 1 },
    { id: 'c', at: 2 },
  ]);
});
