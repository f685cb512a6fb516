/**
 * Which columns of a table card are worth their room: one that only repeats the paths of another's places is not, and where there is little
 * room, one that tells the same in every row is not either. Pure.
 */
import type { Card } from '../../../api.ts';
import { cellPlace } from './cell-place.ts';

/** Their places in the card, in order. */
export function shownColumns({ columns, rows }: Extract<Card, { type: 'table' }>): readonly number[] {
  const all = columns.map((_, at) => at);
  return all.filter((at) => !all.some((other) => other !== at && repeats(rows, at, other)));
}

function repeats(rows: readonly { readonly cells: readonly string[] }[], at: number, other: number): boolean {
  return rows.length > 0 && rows.every(({ cells }) => cellPlace(cells[other] ?? '')?.path === cells[at]);
}

/** @returns the places of columns that hold one value in every row, where there are several rows and other columns */
export function constantColumns({ columns, rows }: Extract<Card, { type: 'table' }>): ReadonlySet<number> {
  if (rows.length < 2) return new Set();
  const same = columns.flatMap((_, at) =>
    rows.every(({ cells }) => cells[at] === rows[0]?.cells[at]) ? [at] : [],
  );
  return new Set(same.length < columns.length ? same : []);
}
