/** Sorts rows by one column. The sort is stable; texts use natural order, so that `a2` comes before `a10`. */

export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function sortRows<Row>(
  rows: readonly Row[],
  getValue: (row: Row) => string | number,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: getValue(row) }))
    .toSorted((one, other) => sign * compare(one.value, other.value))
    .map(({ row }) => row);
}

/** Sorts by a column in ascending order, or reverses the order if it is the current column. */
export function nextSorting(current: Sorting, column: string): Sorting {
  return { column, descending: current.column === column ? !current.descending : false };
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
