/**
 * The state of the find bar: its options, the number of matches, the current match, and the marks of each line. A change of the options
 * moves to the first match at or after the current position.
 */
import { untrack } from 'svelte';
import {
  findFirstMatchFrom,
  matchesOnLine,
  type MatchList,
  compileFindPattern,
  type FindOptions,
} from './find-matches.ts';
import type { LineMark } from './line-spans.ts';
import { createTextFinder, type FindResult } from './text-finder.ts';

export interface Find {
  options: FindOptions;
  readonly isOpen: boolean;
  readonly count: number;
  readonly truncated: boolean;
  /** The 1-based position of the current match; 0 for none. */
  readonly position: number;
  /** The zero-based line of the current match. Every step creates a new object. */
  readonly target: { readonly line: number } | null;
  readonly problem: string | null;
  readonly open: () => void;
  readonly close: () => void;
  readonly step: (offset: 1 | -1) => void;
  /** The marks of a zero-based line. */
  readonly marksOnLine: (line: number) => readonly LineMark[];
}

const noMatches: MatchList = { positions: new Int32Array(), truncated: false };

/**
 * Call it during component initialization.
 * @param startLine returns the zero-based line to start at
 */
export function createFind(text: () => string, startLine: () => number): Find {
  let isOpen = $state(false);
  let options = $state.raw<FindOptions>({ text: '', matchCase: false, wholeWord: false, regex: false });
  let currentIndex = $state(0);
  let target = $state.raw<{ readonly line: number } | null>(null);
  const matches = createMatches(
    text,
    () => (isOpen ? options : null),
    (list) => {
      const first = findFirstMatchFrom(list, target?.line ?? startLine());
      selectMatch(3 * first < list.positions.length ? first : 0);
    },
  );
  const count = $derived(matches.list.positions.length / 3);

  function selectMatch(index: number): void {
    currentIndex = index;
    const line = matches.list.positions[3 * index];
    target = line === undefined ? null : { line };
  }

  return {
    get options() {
      return options;
    },
    set options(next) {
      options = next;
    },
    get isOpen() {
      return isOpen;
    },
    get count() {
      return count;
    },
    get truncated() {
      return matches.list.truncated;
    },
    get position() {
      return count === 0 ? 0 : currentIndex + 1;
    },
    get target() {
      return target;
    },
    get problem() {
      return matches.problem;
    },
    open: () => (isOpen = true),
    close: () => (isOpen = false),
    step: (offset) => {
      if (count > 0) selectMatch((currentIndex + offset + count) % count);
    },
    marksOnLine: (line) =>
      matchesOnLine(matches.list, line).map(({ index, start, end }) => {
        return { start, end, kind: index === currentIndex ? 'current' : 'match' };
      }),
  };
}

/** The matches for the current options, or none while the options are null. Calls `onchange` when the matches change. */
function createMatches(
  text: () => string,
  currentOptions: () => FindOptions | null,
  onchange: (list: MatchList) => void,
): { readonly list: MatchList; readonly problem: string | null } {
  let list = $state.raw<MatchList>(noMatches);
  let isTooSlow = $state(false);
  const finder = $derived(createTextFinder(text()));
  const options = $derived(currentOptions());
  const compiled = $derived(options === null ? null : compileFindPattern(options));

  $effect(() => {
    const currentFinder = finder;
    return () => currentFinder.close();
  });

  $effect(() => {
    if (options !== null && compiled?.kind === 'pattern') finder.find(options, update);
    else untrack(() => update(noMatches));
  });

  function update(result: FindResult): void {
    isTooSlow = result === 'too-slow';
    list = result === 'too-slow' ? noMatches : result;
    onchange(list);
  }

  return {
    get list() {
      return list;
    },
    get problem() {
      if (compiled?.kind === 'invalid') return compiled.reason;
      return isTooSlow ? 'This pattern takes too long on this file' : null;
    },
  };
}
