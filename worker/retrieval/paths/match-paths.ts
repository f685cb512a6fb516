/**
 * Finds files by parts of their paths. Paths that contain every word come first; only if there are none, the closest paths are returned, which
 * leave out letters or whose spelling differs. The file tree, the search page and the command palette all use this ranking.
 */

import { approximateWord } from './approximate-word.ts';
import type { TextRange } from './text-range.ts';

interface PathMatch<File> {
  readonly file: File;
  /** The matched parts of the path, in order, without overlaps. */
  readonly ranges: readonly TextRange[];
}

interface PathMatches<File> {
  /** No path contains every word, so these are the closest ones. */
  readonly isApproximate: boolean;
  readonly total: number;
  /** Best first. */
  readonly matches: readonly PathMatch<File>[];
}

/** Paths that differ more than this from the closest one are omitted. */
const maxExtraCost = 0.5;

/** @param maxMatches maximum number of paths returned; `total` counts all of them */
export function matchPaths<File extends { readonly path: string }>(
  files: readonly File[],
  text: string,
  maxMatches: number,
): PathMatches<File> {
  const words = splitWords(text, /\s+/);
  const exact = files.filter(({ path }) => {
    const lowerPath = path.toLowerCase();
    return words.every((word) => lowerPath.includes(word));
  });
  if (exact.length > 0) {
    const best = exact.toSorted((a, b) => scorePath(b.path, words) - scorePath(a.path, words));
    return {
      isApproximate: false,
      total: exact.length,
      matches: best
        .slice(0, maxMatches)
        .map((file) => ({ file, ranges: findWords(lowerCase(file.path), words) })),
    };
  }
  const closest = findClosest(files, splitWords(text, /[\s/]+/));
  return { isApproximate: true, total: closest.length, matches: closest.slice(0, maxMatches) };
}

function splitWords(text: string, separator: RegExp): readonly string[] {
  return text
    .toLowerCase()
    .split(separator)
    .filter((word) => word !== '');
}

function findClosest<File extends { readonly path: string }>(
  files: readonly File[],
  words: readonly string[],
): readonly PathMatch<File>[] {
  if (words.length === 0) return [];
  const found = files.flatMap((file) => {
    const match = approximatePath(file.path, words);
    return match === undefined ? [] : [{ file, ...match }];
  });
  const best = found.reduce((least, { cost }) => Math.min(least, cost), Infinity);
  return found
    .filter(({ cost }) => cost <= best + maxExtraCost)
    .toSorted(
      (a, b) =>
        a.cost - b.cost ||
        Number(endsInName(b)) - Number(endsInName(a)) ||
        a.file.path.length - b.file.path.length,
    )
    .map(({ file, ranges }) => ({ file, ranges }));
}

function approximatePath(
  path: string,
  words: readonly string[],
): { readonly cost: number; readonly ranges: readonly TextRange[] } | undefined {
  let cost = 0;
  const ranges: TextRange[] = [];
  for (const word of words) {
    const match = approximateWord(path, lowerCase(path), word);
    if (match === undefined) return undefined;
    cost += match.cost;
    ranges.push(...match.ranges);
  }
  return { cost, ranges: joinRanges(ranges) };
}

function endsInName({ file, ranges }: PathMatch<{ readonly path: string }>): boolean {
  return (ranges.at(-1)?.end ?? 0) > file.path.lastIndexOf('/') + 1;
}

/** A match with the whole file name scores highest, then with its beginning, then with a part. Short paths score above long ones. */
function scorePath(path: string, words: readonly string[]): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const scoreWord = (word: string): number =>
    name === word ? 4 : name.startsWith(word) ? 3 : name.includes(word) ? 2 : 0;
  return words.reduce((sum, word) => sum + scoreWord(word), 0) - path.length / 1000;
}

/** The lower case of a path, or the path itself if a letter whose lower case is longer would shift later offsets. */
function lowerCase(path: string): string {
  const lowerPath = path.toLowerCase();
  return lowerPath.length === path.length ? lowerPath : path;
}

/** Every occurrence of every word. */
function findWords(lowerPath: string, words: readonly string[]): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const word of words)
    for (
      let start = lowerPath.indexOf(word);
      start >= 0;
      start = lowerPath.indexOf(word, start + word.length)
    )
      ranges.push({ start, end: start + word.length });
  return joinRanges(ranges);
}

function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || range.start > last.end) joined.push(range);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return joined;
}
