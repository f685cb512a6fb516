/** Which columns of a table card are worth their room: one that only repeats the paths of another's places is not. Pure. */
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
