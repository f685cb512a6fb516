/** Names the kind of code outside definitions by what most of its characters are: imports, comments or other statements. */

import type { ChunkKind } from '../../core/code/chunk.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange, SyntaxTree } from '../../ports/parser.ts';

export function classifyLooseCode(
  text: string,
  { imports, comments }: Pick<SyntaxTree, 'imports' | 'comments'>,
  range: SyntaxRange,
): ChunkKind {
  const imported = countVisibleIn(text, imports, range);
  const commented = countVisibleIn(text, comments, range);
  const others = countVisible(text, range) - imported - commented;
  if (others > Math.max(imported, commented)) return 'statements';
  if (imported + commented === 0) return 'text';
  return imported >= commented ? 'imports' : 'comment';
}

/** @param parts sorted; parts with the same range count once, because one statement may import several modules */
function countVisibleIn(text: string, parts: readonly SyntaxRange[], { start, end }: SyntaxRange): number {
  let count = 0;
  let counted = start;
  const first = lowerBound(parts.length, (index) => (parts[index]?.end ?? Infinity) <= start);
  for (let index = first; index < parts.length; index++) {
    const part = parts[index];
    if (part === undefined || part.start >= end) break;
    count += countVisible(text, { start: Math.max(part.start, counted), end: Math.min(part.end, end) });
    counted = Math.max(counted, part.end);
  }
  return count;
}

function countVisible(text: string, { start, end }: SyntaxRange): number {
  return text.slice(start, Math.max(start, end)).replaceAll(/\s+/g, '').length;
}
