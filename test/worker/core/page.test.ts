/** Pages of a list that changes between them. */

import { expect, test } from 'vitest';
import { takePage, type Cursor } from '../../../worker/core/page.ts';

const entry = (id: string, time: number): Cursor => ({ id, time });
const list = [entry('d', 4), entry('c', 3), entry('b', 3), entry('a', 1)];
const take = (from: readonly Cursor[], cursor?: Cursor, limit?: number) =>
  takePage(from, { cursor, limit }, (one) => one);

test('together contain every entry once', () => {
  const first = take(list, undefined, 2);
  const second = take(list, first.next, 2);
  expect([...first.entries, ...second.entries]).toEqual(list);
  expect(second.next).toBeUndefined();
});

test('without a limit contain the rest', () => {
  expect(take(list)).toEqual({ entries: list, next: undefined });
  expect(take(list, entry('c', 3)).entries).toEqual(list.slice(2));
});

test('continue when entries were added and the last one was removed', () => {
  const changed = [entry('e', 5), entry('d', 4), entry('a', 1)];
  expect(take(changed, entry('b', 3), 5).entries).toEqual([entry('a', 1)]);
  expect(take(changed, entry('a', 1)).entries).toEqual([]);
  expect(take([], entry('a', 1))).toEqual({ entries: [], next: undefined });
});
