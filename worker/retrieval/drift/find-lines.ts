/** Finds cited lines in the current file: unchanged, or the lines that remain, with their fraction. */
import type { CitedLines } from '../../core/history/drift.ts';
import { alignParts } from './align-parts.ts';
import {
  splitPlainLines,
  findMeaningfulLines,
  splitWords,
  type IndexedParts,
  type OpenLines,
  type Part,
} from './open-lines.ts';

export interface LocatedLines {
  readonly startLine: number;
  readonly endLine: number;
  /** As `remainingFraction` in `Drift`: 1 if all lines remain, or only whitespace changed. */
  readonly fraction: number;
}

/** Minimum fraction of lines. A smaller fraction may be coincidence, since lines such as `return result` are common. */
const minLineFraction = 0.25;
/** Minimum fraction of words. Single words are common, but half of the words in order are not. */
const minWordFraction = 0.5;
/** Maximum number of lines added before the first and after the last remaining line, in place of changed lines. */
const maxContextLines = 3;

/** Returns the places where all lines occur unchanged and in sequence, closest to the cited position first. */
export function findUnchanged(
  cited: Pick<CitedLines, 'text' | 'startLine'>,
  { lines }: OpenLines,
): readonly LocatedLines[] {
  const citedLines = splitPlainLines(cited.text);
  const numbers = citedLines.map(lines.findNumber).filter((number) => number !== undefined);
  if (numbers.length < citedLines.length) return [];
  return findRun(numbers, lines.numbers)
    .map((at) => ({ startLine: at + 1, endLine: at + citedLines.length, fraction: 1 }))
    .sort((a, b) => distance(a, cited) - distance(b, cited));
}

function distance(located: LocatedLines, { startLine }: Pick<CitedLines, 'startLine'>): number {
  return Math.abs(located.startLine - startLine);
}

/** Returns the place where most of the text remains; undefined if too little remains. */
export function findRemaining({ text }: Pick<CitedLines, 'text'>, file: OpenLines): LocatedLines | undefined {
  const citedLines = splitPlainLines(text);
  const byLines = locateRemaining(findMeaningfulLines(citedLines), file.meaningfulLines(), maxContextLines);
  if (byLines !== undefined && byLines.fraction >= minWordFraction) return byLines;
  const byWords = locateRemaining(splitWords(citedLines), file.words(), 0);
  const best = (byWords?.fraction ?? 0) >= minWordFraction ? byWords : byLines;
  return best === undefined || best.fraction < minLineFraction ? undefined : best;
}

function locateRemaining(
  cited: readonly Part[],
  index: IndexedParts,
  maxContext: number,
): LocatedLines | undefined {
  const alignment = alignParts(
    cited.map(({ text }) => index.findNumber(text)),
    index,
  );
  if (alignment === undefined) return undefined;
  const { first, last, matchedCount } = alignment;
  const before = Math.min(first.from, maxContext, first.to);
  const after = Math.min(cited.length - 1 - last.from, maxContext, index.parts.length - 1 - last.to);
  return {
    startLine: index.parts[first.to - before]?.line ?? 1,
    endLine: index.parts[last.to + after]?.line ?? 1,
    fraction: matchedCount / cited.length,
  };
}

/** Finds a run of numbers in a sequence in linear time (Knuth-Morris-Pratt). Returns all start positions in order, none for an empty run. */
function findRun(run: readonly number[], sequence: readonly number[]): readonly number[] {
  if (run.length === 0 || run.length > sequence.length) return [];
  const prefixes = prefixTable(run);
  const found: number[] = [];
  let matched = 0;
  for (const [at, number] of sequence.entries()) {
    while (matched > 0 && run[matched] !== number) matched = prefixes[matched - 1] ?? 0;
    if (run[matched] === number) matched += 1;
    if (matched === run.length) found.push(at - run.length + 1);
  }
  return found;
}

/** Returns, for each prefix of the run, the length of the longest shorter prefix that is also its suffix. */
function prefixTable(run: readonly number[]): readonly number[] {
  const prefixLengths = [0];
  let matched = 0;
  for (let at = 1; at < run.length; at += 1) {
    while (matched > 0 && run[matched] !== run[at]) matched = prefixLengths[matched - 1] ?? 0;
    if (run[matched] === run[at]) matched += 1;
    prefixLengths.push(matched);
  }
  return prefixLengths;
}
