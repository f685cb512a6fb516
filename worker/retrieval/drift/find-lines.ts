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

export interface FoundLines {
  readonly startLine: number;
  readonly endLine: number;
  /** As in `Drift`; 1 where they are whole, and also where nothing but white space was changed. */
  readonly share: number;
}

/** Less of the lines than this is chance: `return result` is left of much. */
const leastOfLines = 0.25;
/** Words are common; half of them in their order are not. */
const leastOfWords = 0.5;
/** Lines before the first and after the last that is left, which stand in the place of lines that were changed. */
const mostAround = 3;

/** Places where all of the lines stand one below the other, as they are; the nearest to where they were first. */
export function findUnchanged(
  cited: Pick<CitedLines, 'text' | 'startLine'>,
  { lines }: OpenLines,
): readonly FoundLines[] {
  const own = plainLines(cited.text);
  const numbers = own.map(lines.numberOf).filter((number) => number !== undefined);
  if (numbers.length < own.length) return [];
  return findRun(numbers, lines.numbers)
    .map((at) => ({ startLine: at + 1, endLine: at + own.length, share: 1 }))
    .sort((a, b) => distance(a, cited) - distance(b, cited));
}

function distance(found: FoundLines, { startLine }: Pick<CitedLines, 'startLine'>): number {
  return Math.abs(found.startLine - startLine);
}

/** The place where most of the lines are left; undefined where too little is. */
export function findRemaining({ text }: Pick<CitedLines, 'text'>, file: OpenLines): FoundLines | undefined {
  const own = plainLines(text);
  const byLines = leftOf(meaningfulLines(own), file.said(), mostAround);
  if (byLines !== undefined && byLines.share >= leastOfWords) return byLines;
  const byWords = leftOf(splitWords(own), file.words(), 0);
  const best = (byWords?.share ?? 0) >= leastOfWords ? byWords : byLines;
  return best === undefined || best.share < leastOfLines ? undefined : best;
}

function leftOf(cited: readonly Part[], index: IndexedParts, around: number): FoundLines | undefined {
  const found = alignParts(
    cited.map(({ text }) => index.numberOf(text)),
    index,
  );
  if (found === undefined) return undefined;
  const { first, last, kept } = found;
  const before = Math.min(first.from, around, first.to);
  const after = Math.min(cited.length - 1 - last.from, around, index.parts.length - 1 - last.to);
  return {
    startLine: index.parts[first.to - before]?.line ?? 1,
    endLine: index.parts[last.to + after]?.line ?? 1,
    share: kept / cited.length,
  };
}
