/** The lines of a file page that its address selects. The current match of the find bar replaces them. */
import { untrack } from 'svelte';
import { goto } from '$app/navigation';
import { page } from '$app/state';
import type { Find } from '../code/find.svelte.ts';
import { formatLineHash, type LineRange } from '../code/line-range.ts';
import { parseLineRange } from '../code/parse-line-range.ts';

interface SelectedLines {
  /** The lines in the address; null for none. */
  readonly range: LineRange | null;
  /** The line of the current match; null for none. */
  readonly matchLine: LineRange | null;
}

/** Call it during component initialization. */
export function createSelectedLines(view: {
  readonly path: () => string;
  readonly match: () => Find['target'];
}): SelectedLines {
  const range = $derived(parseLineRange(page.url.hash));
  const matchLine = $derived.by(() => {
    const match = view.match();
    return match === null ? null : { startLine: match.line + 1, endLine: match.line + 1 };
  });

  /** The file searched last. In another file, the first match does not replace the lines selected in the address. */
  let lastSearchedPath = untrack(view.path);
  $effect(() => {
    if (matchLine === null) return;
    const line = matchLine;
    untrack(() => {
      const keepsSelection = lastSearchedPath !== view.path() && range !== null;
      lastSearchedPath = view.path();
      if (!keepsSelection) writeSelectedLines(line);
    });
  });

  return {
    get range() {
      return range;
    },
    get matchLine() {
      return matchLine;
    },
  };
}

/** Writes the lines to the address. */
export function writeSelectedLines(lines: LineRange): void {
  const url = new URL(page.url.href);
  url.hash = formatLineHash(lines);
  void goto(url, { replace: true, reset: false });
}
