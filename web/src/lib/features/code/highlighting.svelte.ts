/**
 * The colours of one text as they arrive. Reading a line's packing is reactive: a line is rendered plain first and
 * again when its colours come. A new text starts anew.
 */
import { highlight } from './highlight.ts';
import type { PackedLine } from './line-spans.ts';

export interface Highlighting {
  /** Zero-based; undefined while the line is plain. */
  readonly packed: (line: number) => PackedLine | undefined;
}

/** Call it while a component is set up; it follows what `source` returns and stops with the component. */
export function createHighlighting(
  source: () => { readonly language: string; readonly text: string },
): Highlighting {
  // The array is filled in place; `filled` alone is reactive, so 20,000 lines do not become 20,000 signals.
  let lines: PackedLine[] = [];
  let filled = $state(0);
  $effect(() => {
    lines = [];
    filled = 0;
    return highlight(source(), (firstLine, arrived) => {
      for (const [index, packed] of arrived.entries()) lines[firstLine + index] = packed;
      filled = firstLine + arrived.length;
    });
  });
  return { packed: (line) => (line < filled ? lines[line] : undefined) };
}
