/** Rows in the order of one column; equal ones keep the order they had. Numbers by value, texts as people list them. */

export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | number,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((one, other) => sign * compare(one.value, other.value))
    .map(({ row }) => row);
}

/** Pressed once more, a column's order is turned round. */
export function nextSorting(now: Sorting, column: string): Sorting {
  return { column, descending: now.column === column ? !now.descending : false };
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
