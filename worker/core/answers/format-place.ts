/** Names lines of a file in a sentence. */

import type { SpanPosition } from './evidence.ts';

/** `src/app.py, line 4` or `src/app.py, lines 4–9`. */
export function formatPlace({ path, startLine, endLine }: SpanPosition): string {
  return `${path}, ${formatLines(startLine, endLine)}`;
}

export function formatLines(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
