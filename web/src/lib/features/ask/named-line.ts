/** The line a claim names within the lines it cites, as in "at line 197" or "Its line 111 reads"; null when it names none. */
import type { LineRange } from '../code/line-range.ts';

export function namedLine(claim: string, cited: LineRange): number | null {
  const named = [...claim.matchAll(/\bline (\d{1,9})\b/gi)].map((match) => Number(match[1]));
  return named.find((line) => line >= cited.startLine && line <= cited.endLine) ?? null;
}
