/**
 * Finding in one file as a person does it: what is looked for, how many there are, which one is current, the marks of
 * any line. A change of what is looked for goes to the first match from where one was.
 */
import { untrack } from 'svelte';
import { firstMatchFrom, matchesOnLine } from './find-matches.ts';
import type { FindOptions, FoundMatches } from './find-messages.ts';
import { createTextFinder, type FindAnswer } from './find-in-text.ts';
import { findPattern } from './find-pattern.ts';
import type { LineMark } from './line-marks.ts';

export interface Find {
  options: FindOptions;
  readonly isOpen: boolean;
  readonly count: number;
  readonly truncated: boolean;
  /** Place of the current match, from 1; 0 when there is none. */
  readonly position: number;
  /** Zero-based line of the current match; a new object at every step. */
  readonly target: { readonly line: number } | null;
  readonly problem: string | null;
  readonly open: () => void;
  readonly close: () => void;
  readonly step: (by: 1 | -1) => void;
  /** Zero-based. */
  readonly marksOf: (line: number) => readonly LineMark[];
}

const nothing: FoundMatches = { places: new Int32Array(), truncated: false };

/**
 * Call it while a component is set up.
 * @param from Zero-based line to begin at.
 */
export function createFind(text: () => string, from: () => number): Find {
  let isOpen = $state(false);
  let options = $state.raw<FindOptions>({ text: '', matchCase: false, wholeWord: false, regex: false });
  let current = $state(0);
  let target = $state.raw<{ readonly line: number } | null>(null);
  const matches = createMatches(
    text,
    () => (isOpen ? options : null),
    (found) => {
      const first = firstMatchFrom(found, target?.line ?? from());
      go(3 * first < found.places.length ? first : 0);
    },
  );
  const count = $derived(matches.found.places.length / 3);

  function go(index: number): void {
    current = index;
    const line = matches.found.places[3 * index];
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
      return matches.found.truncated;
    },
    get position() {
      return count === 0 ? 0 : current + 1;
    },
    get target() {
      return target;
    },
    get problem() {
      return matches.problem;
    },
    open: () => (isOpen = true),
    close: () => (isOpen = false),
    step: (by) => {
      if (count > 0) go((current + by + count) % count);
    },
    marksOf: (line) =>
      matchesOnLine(matches.found, line).map(({ index, start, end }) => {
        return { start, end, kind: index === current ? 'current' : 'found' };
      }),
  };
}

/** The matches of what is wanted now; null wants nothing. A change of them is told. */
function createMatches(
  text: () => string,
  wanted: () => FindOptions | null,
  onfound: (found: FoundMatches) => void,
): { readonly found: FoundMatches; readonly problem: string | null } {
  let found = $state.raw<FoundMatches>(nothing);
  let tooSlow = $state(false);
  const finder = $derived(createTextFinder(text()));
  const options = $derived(wanted());
  const read = $derived(options === null ? null : findPattern(options));

  $effect(() => {
    const using = finder;
    return () => using.close();
  });

  $effect(() => {
    if (options !== null && read?.kind === 'pattern') finder.find(options, take);
    else untrack(() => take(nothing));
  });

  function take(answer: FindAnswer): void {
    tooSlow = answer === 'too-slow';
    found = answer === 'too-slow' ? nothing : answer;
    onfound(found);
  }

  return {
    get found() {
      return found;
    },
    get problem() {
      if (read?.kind === 'unreadable') return read.reason;
      return tooSlow ? 'This pattern takes too long on this file' : null;
    },
  };
}
