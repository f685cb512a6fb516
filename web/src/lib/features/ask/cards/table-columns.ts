/** Chooses the columns of a table card that are worth showing, and reads the code locations in its cells. Pure. */
import type { Card } from '../../../api.ts';
import type { LineRange } from '../../code/line-range.ts';

type TableCard = Extract<Card, { type: 'table' }>;

/** The indexes of the columns to show, without columns that only repeat the paths of another column. */
export function visibleColumns({ columns, rows }: TableCard): readonly number[] {
  const all = columns.map((_, index) => index);
  return all.filter(
    (index) => !all.some((other) => other !== index && repeatsPaths(rows, { index, locations: other })),
  );
}

function repeatsPaths(
  rows: TableCard['rows'],
  columns: { readonly index: number; readonly locations: number },
): boolean {
  return (
    rows.length > 0 &&
    rows.every(
      ({ cells }) => parseCellLocation(cells[columns.locations] ?? '')?.path === cells[columns.index],
    )
  );
}

/** The indexes of columns with the same value in every row, which narrow screens hide. Empty for one row, or if no column would remain. */
export function constantColumns({ columns, rows }: TableCard): ReadonlySet<number> {
  if (rows.length < 2) return new Set();
  const constant = columns.flatMap((_, index) =>
    rows.every(({ cells }) => cells[index] === rows[0]?.cells[index]) ? [index] : [],
  );
  return new Set(constant.length < columns.length ? constant : []);
}

interface CellLocation {
  readonly path: string;
  readonly range: LineRange;
}

const locationPattern = /^(\S(?:.*\S)?):(\d{1,9})(?:-(\d{1,9}))?$/;

/** Reads `src/app.ts:12` or `src/app.ts:12-14`; null for any other cell. */
export function parseCellLocation(cell: string): CellLocation | null {
  const match = locationPattern.exec(cell);
  const [, path, start, end = start] = match ?? [];
  // A symbol may also end in a number; only a path has a folder or an extension.
  if (path === undefined || !/[./]/.test(path) || path.includes('::')) return null;
  return { path, range: { startLine: Number(start), endLine: Number(end) } };
}
