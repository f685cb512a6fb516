/** Finds the lines of a source that a block of code quotes. Pure. Indentation is ignored, since a quotation may be indented less. */
import type { LineRange } from '../../code/line-range.ts';

/** @returns undefined if the source does not contain the code */
export function findCodeLines(
  code: string,
  source: { readonly text: string; readonly startLine: number },
): LineRange | undefined {
  const quoted = trimLines(code.replace(/^\n+|\s+$/g, ''));
  const lines = trimLines(source.text);
  const index = lines.findIndex((_line, start) =>
    quoted.every((line, offset) => lines[start + offset] === line),
  );
  if (index < 0 || code.trim() === '') return undefined;
  const startLine = source.startLine + index;
  return { startLine, endLine: startLine + quoted.length - 1 };
}

function trimLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}
