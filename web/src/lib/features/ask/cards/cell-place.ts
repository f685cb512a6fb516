/** Where a cell of a table leads, if it names a place: `src/app.ts:12`, or lines of it `src/app.ts:12-14`. */
import type { LineRange } from '../../code/line-range.ts';

interface CellPlace {
  readonly path: string;
  readonly range: LineRange;
}

const pattern = /^(\S(?:.*\S)?):(\d{1,9})(?:-(\d{1,9}))?$/;

export function cellPlace(cell: string): CellPlace | null {
  const match = pattern.exec(cell);
  const [, path, start, end = start] = match ?? [];
  // A name may end so as well; a path has a folder or an ending.
  if (path === undefined || !/[./]/.test(path) || path.includes('::')) return null;
  return { path, range: { startLine: Number(start), endLine: Number(end) } };
}
