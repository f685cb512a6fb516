/** Rows are sorted by number or in natural text order, and the sort is stable. */
import { expect, test } from 'vitest';
import { nextSorting, sortRows } from '../../../../web/src/lib/features/graph/tables/sort-rows.ts';

test.each([
  [['b10', 'b9', 'A'], false, ['A', 'b9', 'b10']],
  [[10, 9, 100], false, [9, 10, 100]],
  [[10, 9, 100], true, [100, 10, 9]],
])('sorts %j with descending = %s', (rows, descending, sorted) => {
  expect(sortRows<string | number>(rows, (row) => row, descending)).toEqual(sorted);
});

test('keeps the order of equal rows in both directions', () => {
  const rows = [
    { key: 1, name: 'x' },
    { key: 1, name: 'y' },
  ];
  for (const descending of [false, true])
    expect(sortRows(rows, ({ key }) => key, descending).map(({ name }) => name)).toEqual(['x', 'y']);
});

test('reverses the order of the current column, and sorts another column ascending', () => {
  const firstSorting = nextSorting({ column: '', descending: false }, 'name');
  expect(firstSorting).toEqual({ column: 'name', descending: false });
  expect(nextSorting(firstSorting, 'name')).toEqual({ column: 'name', descending: true });
  expect(nextSorting({ column: 'name', descending: true }, 'rank')).toEqual({
    column: 'rank',
    descending: false,
  });
});
