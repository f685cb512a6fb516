/** Formats rows as aligned columns for a fixed-width terminal. */

/** Numbers are right-aligned, everything else left-aligned; the last column is not padded. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell)),
  );
  const widths: number[] = [];
  for (const row of texts)
    row.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, text.length)));
  const line = (row: readonly (string | number)[], index: number): string =>
    row
      .map((cell, column) => pad(texts[index]?.[column] ?? '', widths[column] ?? 0, typeof cell === 'number'))
      .join('  ');
  return rows.map((row, index) => line(row, index).trimEnd()).join('\n');
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
