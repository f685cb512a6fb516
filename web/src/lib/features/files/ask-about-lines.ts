/** The question that begins a conversation about what a reader has before them; it names lines as they are cited. */
import type { LineRange } from '../code/line-range.ts';

export function askAboutLines(path: string, range: LineRange | null): string {
  if (range === null) return `What does ${path} do?`;
  const { startLine, endLine } = range;
  return `What does ${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`} do?`;
}
