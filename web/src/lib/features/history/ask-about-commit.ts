/** The question that begins a conversation about a commit; with lines, about what it did to them, named as they are cited. */
import { shortCommit } from '../../format.ts';
import type { LineRange } from '../code/line-range.ts';

export function askAboutCommit(
  commit: string,
  lines: (LineRange & { readonly path: string }) | null = null,
): string {
  if (lines === null) return `What did commit ${shortCommit(commit)} change, and why?`;
  const { path, startLine, endLine } = lines;
  const range = startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
  return `Why did commit ${shortCommit(commit)} change ${path}:${range}?`;
}
