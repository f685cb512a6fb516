/** Finds cited lines in the current file: unchanged, or the remaining part with its fraction. */

import type { CitedLines } from '../../core/history/drift.ts';
import { alignParts } from './align-parts.ts';
import { findRun } from './find-run.ts';
import {
  plainLines,
  meaningfulLines,
  splitWords,
  type IndexedParts,
  type OpenLines,
  type Part,
} from './open-lines.ts';

export interface LocatedLines {
  readonly startLine: number;
  readonly endLine: number;
  /** As `share` in `Drift`: 1 if all lines remain, or only whitespace changed. */
  readonly fraction: number;
}

/** A smaller fraction of lines may be coincidence, since lines such as `return result` are common. */
const minLineFraction = 0.25;
/** Single words are common, but half of them in order are not. */
const minWordFraction = 0.5;
/** Lines added before the first and after the last remaining line, in place of changed lines. */
const maxContextLines = 3;

/** Returns the places where all lines occur unchanged and in sequence, closest to the cited position first. */
export function findUnchanged(
  cited: Pick<CitedLines, 'text' | 'startLine'>,
  { lines }: OpenLines,
): readonly LocatedLines[] {
  const citedLines = plainLines(cited.text);
  const numbers = citedLines.map(lines.findNumber).filter((number) => number !== undefined);
  if (numbers.length < citedLines.length) return [];
  return findRun(numbers, lines.numbers)
    .map((at) => ({ startLine: at + 1, endLine: at + citedLines.length, fraction: 1 }))
    .sort((a, b) => distance(a, cited) - distance(b, cited));
}

function distance(found: LocatedLines, { startLine }: Pick<CitedLines, 'startLine'>): number {
  return Math.abs(found.startLine - startLine);
}

/** Returns the place where most of the text remains; undefined if too little remains. */
export function findRemaining({ text }: Pick<CitedLines, 'text'>, file: OpenLines): LocatedLines | undefined {
  const citedLines = plainLines(text);
  const byLines = locateRemaining(meaningfulLines(citedLines), file.meaningful(), maxContextLines);
  if (byLines !== undefined && byLines.fraction >= minWordFraction) return byLines;
  const byWords = locateRemaining(splitWords(citedLines), file.words(), 0);
  const best = (byWords?.fraction ?? 0) >= minWordFraction ? byWords : byLines;
  return best === undefined || best.fraction < minLineFraction ? undefined : best;
}

function locateRemaining(
  cited: readonly Part[],
  index: IndexedParts,
  around: number,
): LocatedLines | undefined {
  const found = alignParts(
    cited.map(({ text }) => index.findNumber(text)),
    index,
  );
  if (found === undefined) return undefined;
  const { first, last, matched } = found;
  const before = Math.min(first.from, around, first.to);
  const after = Math.min(cited.length - 1 - last.from, around, index.parts.length - 1 - last.to);
  return {
    startLine: index.parts[first.to - before]?.line ?? 1,
    endLine: index.parts[last.to + after]?.line ?? 1,
    fraction: matched / cited.length,
  };
}
