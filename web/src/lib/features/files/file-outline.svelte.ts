/** What a file defines, or the headings of a page, and which of it is in view: what the address selects while that is seen, else what is at the top. */
import { api, type SymbolList } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';
import { symbolAt, type OutlineSymbol } from '../outline/outline-rows.ts';
import { createLatest, type Latest } from '../search/latest.svelte.ts';
import type { FilePlace } from './file-address.ts';

export interface FileOutline {
  readonly latest: Latest<SymbolList>;
  /** Undefined while it is read. */
  readonly symbols: readonly OutlineSymbol[] | undefined;
  /** Id of the innermost definition in view. */
  readonly current: string | null;
  /** Tells which lines are in view, 1-based. */
  readonly look: (lines: LineRange) => void;
}

/** Lines. */
const longFile = 5_000;

/** Call it while a component is set up. */
export function createFileOutline(of: {
  readonly file: () => FilePlace & { readonly path: string };
  /** Of a page, its headings. */
  readonly headings: () => readonly OutlineSymbol[] | undefined;
  /** How many the file has. */
  readonly lines: () => number;
  /** What the address selects. */
  readonly range: () => LineRange | null;
}): FileOutline {
  let inView = $state.raw<LineRange>({ startLine: 1, endLine: 1 });
  const latest = createLatest({
    question: of.file,
    ask: ({ repositoryId, version, path }, signal) => api.outline(repositoryId, path, version, signal),
    // The code is seen first: of a long file the outline can be as large, and is not asked for by who leafs through.
    get restMs() {
      return of.lines() > longFile ? 800 : 60;
    },
  });
  const symbols = $derived(of.headings() ?? latest.answer?.symbols);
  const current = $derived.by(() => {
    const range = of.range();
    const isSeen = range !== null && range.startLine >= inView.startLine && range.startLine <= inView.endLine;
    const line = isSeen ? range.startLine : Math.min(inView.startLine + 1, inView.endLine);
    return symbolAt(symbols ?? [], line)?.id ?? null;
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
