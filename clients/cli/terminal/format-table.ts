/** Formats rows as aligned columns for a fixed-width terminal. */

/** Right-aligns numbers and left-aligns everything else. The last column is not padded. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell)),
  );
  const widths: number[] = [];
  for (const row of texts)
    row.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, text.length)));
  const formatLine = (row: readonly (string | number)[], index: number): string =>
    row
      .map((cell, column) => pad(texts[index]?.[column] ?? '', widths[column] ?? 0, typeof cell === 'number'))
      .join('  ');
  return rows.map((row, index) => formatLine(row, index).trimEnd()).join('\n');
}

function pad(text: string, width: number, isRightAligned: boolean): string {
  return isRightAligned ? text.padStart(width) : text.padEnd(width);
}
