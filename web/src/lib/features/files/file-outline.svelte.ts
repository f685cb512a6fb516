/** The definitions of a file, or the headings of a page, and the one in view: the one selected in the address while visible, else the topmost. */
import { api, type SymbolList } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';
import { findSymbolAt, type OutlineSymbol } from '../outline/outline-rows.ts';
import { createLatestQuery, type LatestQuery } from '../../latest-query.svelte.ts';
import type { FilePlace } from './file-address.ts';

export interface FileOutline {
  readonly latest: LatestQuery<SymbolList>;
  /** Undefined while it loads. */
  readonly symbols: readonly OutlineSymbol[] | undefined;
  /** Id of the innermost definition in view. */
  readonly current: string | null;
  /** Sets the visible lines, 1-based. */
  readonly look: (lines: LineRange) => void;
}

/** Lines. */
const longFile = 5_000;

/** Call it during component initialization. */
export function createFileOutline(of: {
  readonly file: () => FilePlace & { readonly path: string };
  /** The headings, if the file is a page. */
  readonly headings: () => readonly OutlineSymbol[] | undefined;
  /** The number of lines of the file. */
  readonly lines: () => number;
  /** The lines selected in the address. */
  readonly range: () => LineRange | null;
}): FileOutline {
  let inView = $state.raw<LineRange>({ startLine: 1, endLine: 1 });
  const latest = createLatestQuery({
    request: of.file,
    load: ({ repositoryId, version, path }, signal) => api.outline(repositoryId, path, version, signal),
    // The code is shown first. A long file's outline can be as large as the file, and users who only skim do not need it.
    get debounceMs() {
      return of.lines() > longFile ? 800 : 60;
    },
  });
  const symbols = $derived(of.headings() ?? latest.answer?.symbols);
  const current = $derived.by(() => {
    const range = of.range();
    const isSeen = range !== null && range.startLine >= inView.startLine && range.startLine <= inView.endLine;
    const line = isSeen ? range.startLine : Math.min(inView.startLine + 1, inView.endLine);
    return findSymbolAt(symbols ?? [], line)?.id ?? null;
  });

  return {
    latest,
    get symbols() {
      return symbols;
    },
    get current() {
      return current;
    },
    look: (lines) => {
      inView = lines;
    },
  };
}
