/**
 * Loads the outline of a file: its definitions, or its headings if it is a page. The current entry is at the line selected in
 * the address while that line is visible, else at the top of the view.
 */
import { api, type SymbolList } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';
import { findSymbolAt, type OutlineSymbol } from '../outline/outline-rows.ts';
import { createLatestQuery, type LatestQuery } from '../../latest-query.svelte.ts';
import type { FilePlace } from './file-address.ts';

export interface FileOutline {
  readonly query: LatestQuery<SymbolList>;
  /** Undefined while it loads. */
  readonly symbols: readonly OutlineSymbol[] | undefined;
  /** The id of the innermost entry at the current line. */
  readonly currentId: string | null;
  readonly visibleLines: LineRange;
  readonly setVisibleLines: (lines: LineRange) => void;
}

const longFileLines = 5_000;

/** Call it during component initialization. */
export function createFileOutline(options: {
  readonly file: () => FilePlace & { readonly path: string };
  /** The headings, if the file is a page. */
  readonly headings: () => readonly OutlineSymbol[] | undefined;
  /** The number of lines of the file. */
  readonly lineCount: () => number;
  /** The lines selected in the address. */
  readonly range: () => LineRange | null;
}): FileOutline {
  let visibleLines = $state.raw<LineRange>({ startLine: 1, endLine: 1 });
  const query = createLatestQuery({
    request: options.file,
    load: ({ repositoryId, version, path }, signal) => api.outline(repositoryId, path, version, signal),
    // The code is shown first. The outline of a long file can be as large as the file, so users who leave early do not load it.
    get debounceMs() {
      return options.lineCount() > longFileLines ? 800 : 60;
    },
  });
  const symbols = $derived(options.headings() ?? query.answer?.symbols);
  const currentId = $derived.by(() => {
    const range = options.range();
    const isVisible =
      range !== null && range.startLine >= visibleLines.startLine && range.startLine <= visibleLines.endLine;
    const line = isVisible ? range.startLine : Math.min(visibleLines.startLine + 1, visibleLines.endLine);
    return findSymbolAt(symbols ?? [], line)?.id ?? null;
  });

  return {
    query,
    get symbols() {
      return symbols;
    },
    get currentId() {
      return currentId;
    },
    get visibleLines() {
      return visibleLines;
    },
    setVisibleLines: (lines) => {
      visibleLines = lines;
    },
  };
}
