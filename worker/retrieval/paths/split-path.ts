/** Splits a path into words: `src/smartRouter.ts` into `src`, `smart`, `router` and `ts`. */

import type { TextRange } from './text-range.ts';

/** A word of a path, by its position. */
export interface PathWord extends TextRange {
  readonly text: string;
  /** The word and the others of its segment that follow it, without separators. */
  readonly rest: string;
}

const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+|\p{N}+/gu;

/** The lower case of a path, or the path itself if a letter whose lower case is longer would shift later offsets. */
export function lowerCase(path: string): string {
  const lowerPath = path.toLowerCase();
  return lowerPath.length === path.length ? lowerPath : path;
}

export function splitPath(path: string, lowerPath: string): readonly PathWord[] {
  const words: PathWord[] = [];
  // From the last word, so that `rest` is known of the next one.
  for (const { index, 0: text } of [...path.matchAll(wordPattern)].toReversed()) {
    const end = index + text.length;
    const next = words.at(-1);
    const isSameSegment = next !== undefined && !/[/.]/.test(path.slice(end, next.start));
    const lowerText = lowerPath.slice(index, end);
    words.push({
      start: index,
      end,
      text: lowerText,
      rest: isSameSegment ? lowerText + next.rest : lowerText,
    });
  }
  return words.toReversed();
}
