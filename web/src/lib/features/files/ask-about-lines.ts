/** The first question of a conversation about a file or lines. It refers to lines in the format of citations. */
import type { LineRange } from '../code/line-range.ts';

export function askAboutLines(path: string, range: LineRange | null): string {
  if (range === null) return `What does ${path} do?`;
  const { startLine, endLine } = range;
  return `What does ${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`} do?`;
}
