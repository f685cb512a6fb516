/** The first question of a conversation about a commit or about its change to some lines. It refers to lines in the format of citations. */
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
