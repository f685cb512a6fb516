/**
 * Reads the first row of a table. A row with citations in its table is a claim of its own. A table without any is one claim, so that
 * citations below it apply to all its rows.
 */

import { anyCitation, findHeadingEnd, maxClaimLength } from './find-claim-end.ts';

/** The row of dashes below the header. */
const delimiterRow = /^\|?[ \t:|-]*-[ \t:|-]*$/;

/**
 * @param text begins with the row
 * @param isTitle whether a heading, including its marks, states nothing
 * @returns where the claim or title ends; undefined if more text could change that
 */
export function readTableRow(
  text: string,
  isFinal: boolean,
  isTitle: (heading: string) => boolean,
): { readonly end: number; readonly isTitle: boolean } | undefined {
  const tableEnd = findTableEnd(text, isFinal);
  if (tableEnd === undefined) return undefined;
  const table = text.slice(0, tableEnd);
  if (!anyCitation.test(table)) return { end: tableEnd, isTitle: false };
  const [row = '', below = ''] = table.split('\n');
  const isHeader = delimiterRow.test(below) && !anyCitation.test(row) && listCells(row).every(isTitle);
  return { end: findHeadingEnd(table, true) ?? tableEnd, isTitle: isHeader || delimiterRow.test(row) };
}

/** The cells of a header row, as headings. */
function listCells(row: string): readonly string[] {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .map((cell) => `# ${cell}`);
}

/** Returns the offset of the first line that does not begin with a bar; undefined if more rows could follow. A table longer than a claim is cut. */
function findTableEnd(text: string, isFinal: boolean): number | undefined {
  for (let at = 0; ;) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0) {
      if (isFinal) return text.length;
      return text.length >= maxClaimLength && at > 0 ? at : undefined;
    }
    const next = lineEnd + 1;
    const beginning = /^[ \t]*(.?)/.exec(text.slice(next))?.[1] ?? '';
    if (beginning !== '|' && (beginning !== '' || text.indexOf('\n', next) >= 0 || isFinal)) return next;
    if (beginning === '') return undefined;
    at = next;
  }
}
