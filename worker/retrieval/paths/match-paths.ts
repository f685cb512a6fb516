/**
 * Finds files by parts of their paths. Paths that contain every word come first; only if there are none, the closest paths are returned, which
 * leave out letters or whose spelling differs. The file tree, the search page and the command palette all use this ranking.
 */

import { approximateWord, mayResemble, toTypedWord, type TypedWord } from './approximate-word.ts';
import { lowerCase, splitPath } from './split-path.ts';
import type { TextRange } from './text-range.ts';

interface PathMatch<File> {
  readonly file: File;
  /** The matched parts of the path, in order, without overlaps. */
  readonly ranges: readonly TextRange[];
}

interface PathMatches<File> {
  /** No path contains every word, so these are the closest ones. */
  readonly isApproximate: boolean;
  /** The time ended before every path was compared. */
  readonly isIncomplete: boolean;
  readonly total: number;
  /** Best first. */
  readonly matches: readonly PathMatch<File>[];
}

interface MatchOptions {
  /** Maximum number of paths returned; `total` counts all of them. */
  readonly maxMatches: number;
  /** Called between slices of the search. The search ends early if it returns true. */
  readonly pause: () => Promise<boolean>;
}

/** Paths that differ more than this from the closest one are omitted. */
const maxExtraCost = 0.5;
/** Further words are not compared with paths that do not contain them; the longest words are the most distinctive. */
const maxComparedWords = 6;
/** Paths that are compared between two pauses: a few milliseconds. */
const pathsPerSlice = 500;

export async function matchPaths<File extends { readonly path: string }>(
  files: readonly File[],
  text: string,
  { maxMatches, pause }: MatchOptions,
): Promise<PathMatches<File>> {
  const words = splitWords(text, /\s+/);
  const exact = files.filter(({ path }) => {
    const lowerPath = path.toLowerCase();
    return words.every((word) => lowerPath.includes(word));
  });
  if (exact.length > 0) {
    const best = exact
      .map((file) => ({ file, score: scorePath(file.path, words) }))
      .toSorted((a, b) => b.score - a.score);
    return {
      isApproximate: false,
      isIncomplete: false,
      total: exact.length,
      matches: best
        .slice(0, maxMatches)
        .map(({ file }) => ({ file, ranges: findWords(lowerCase(file.path), words) })),
    };
  }
  const { closest, isIncomplete } = await findClosest(files, splitWords(text, /[\s/]+/), pause);
  const matches = closest.slice(0, maxMatches).map(({ file, ranges }) => ({ file, ranges }));
  return { isApproximate: true, isIncomplete, total: closest.length, matches };
}

/** The different words. */
function splitWords(text: string, separator: RegExp): readonly string[] {
  return [...new Set(text.toLowerCase().split(separator))].filter((word) => word !== '');
}

interface ClosePath<File> extends PathMatch<File> {
  readonly cost: number;
  /** The last match is in the name of the file. */
  readonly isInName: boolean;
}

async function findClosest<File extends { readonly path: string }>(
  files: readonly File[],
  words: readonly string[],
  pause: MatchOptions['pause'],
): Promise<{ readonly closest: readonly ClosePath<File>[]; readonly isIncomplete: boolean }> {
  const comparedWords = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxComparedWords)
    .map(toTypedWord);
  const comparedFiles = comparedWords.length === 0 ? [] : files;
  const found: ClosePath<File>[] = [];
  let maxCost = Infinity;
  let isIncomplete = false;
  for (const [index, file] of comparedFiles.entries()) {
    isIncomplete = index % pathsPerSlice === pathsPerSlice - 1 && (await pause());
    if (isIncomplete) break;
    const match = approximatePath(file.path, comparedWords, maxCost);
    if (match === undefined) continue;
    maxCost = Math.min(maxCost, match.cost + maxExtraCost);
    const isInName = (match.ranges.at(-1)?.end ?? 0) > file.path.lastIndexOf('/') + 1;
    found.push({ file, ...match, isInName });
  }
  const closest = found
    .filter(({ cost }) => cost <= maxCost)
    .toSorted(
      (a, b) =>
        a.cost - b.cost || Number(b.isInName) - Number(a.isInName) || a.file.path.length - b.file.path.length,
    );
  return { closest, isIncomplete };
}

/** @returns undefined if a word does not resemble any part of the path, or if the path differs more than `maxCost` */
function approximatePath(
  path: string,
  words: readonly TypedWord[],
  maxCost: number,
): { readonly cost: number; readonly ranges: readonly TextRange[] } | undefined {
  const lowerPath = lowerCase(path);
  if (!words.every((word) => mayResemble(lowerPath, word))) return undefined;
  const pathWords = splitPath(path, lowerPath);
  let cost = 0;
  const ranges: TextRange[] = [];
  for (const word of words) {
    const match = approximateWord(lowerPath, pathWords, word);
    cost += match?.cost ?? Infinity;
    if (match === undefined || cost > maxCost) return undefined;
    ranges.push(...match.ranges);
  }
  return { cost, ranges: joinRanges(ranges) };
}

/** A match with the whole file name scores highest, then with its beginning, then with a part. Short paths score above long ones. */
function scorePath(path: string, words: readonly string[]): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const scoreWord = (word: string): number =>
    name === word ? 4 : name.startsWith(word) ? 3 : name.includes(word) ? 2 : 0;
  return words.reduce((sum, word) => sum + scoreWord(word), 0) - path.length / 1000;
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
