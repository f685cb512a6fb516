/**
 * Finds where most parts of a cited text still occur in order. Rare parts are matched first, within bounds, so
 * that long or repetitive files stay fast. */
import type { PartIndex } from './index-parts.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';

/** Maximum occurrences of a part. A part with more does not identify a place. */
const maxPlaces = 50;
/** Maximum number of position pairs. The rarest parts are paired first. */
const maxPairs = 20_000;
/** Budget steps per pair, because each pair is sorted twice and counted. */
const stepsPerPair = 20;
/** Two parts belong to one place if the gap between them is at most this or the cited length. */
const minGap = 20;

interface Alignment {
  /** The first and last matched parts; positions start at 0. */
  readonly first: Pair;
  readonly last: Pair;
  /** The number of matched parts. */
  readonly matchedCount: number;
}

/** @param numbers the numbers of the cited parts in the file's index, undefined for parts that the file does not contain */
export function alignParts(
  numbers: readonly (number | undefined)[],
  index: PartIndex,
): Alignment | undefined {
  const slack = Math.max(minGap, numbers.length);
  const pairs = densestRange(findPairs(numbers, index), numbers.length + 2 * slack);
  const chain = longestPiece(findLongestChain(pairs), slack);
  const [head, tail] = [chain[0], chain.at(-1)];
  if (head === undefined || tail === undefined) return undefined;
  const filled = fillGaps(chain, numbers, index);
  return { first: filled[0] ?? head, last: filled.at(-1) ?? tail, matchedCount: filled.length };
}

function findPairs(
  numbers: readonly (number | undefined)[],
  { positions, budget }: PartIndex,
): readonly Pair[] {
  const found = numbers
    .map((number, from) => ({ from, at: number === undefined ? [] : (positions[number] ?? []) }))
    .filter(({ at }) => at.length > 0 && at.length <= maxPlaces)
    .sort((a, b) => a.at.length - b.at.length);
  const pairs: Pair[] = [];
  for (const { from, at } of found) {
    if (pairs.length + at.length > maxPairs || !budget.spend(at.length * stepsPerPair)) break;
    for (const to of at) pairs.push({ from, to });
  }
  return pairs;
}

/** Returns the pairs in the range of `length` parts that contains the most distinct parts of the text. */
function densestRange(pairs: readonly Pair[], length: number): readonly Pair[] {
  const sorted = [...pairs].sort((a, b) => a.to - b.to);
  const counts = new Map<number, number>();
  let [first, best] = [0, { different: 0, from: 0, until: 0 }];
  for (const [at, pair] of sorted.entries()) {
    counts.set(pair.from, (counts.get(pair.from) ?? 0) + 1);
    for (
      let oldest = sorted[first];
      oldest !== undefined && pair.to - oldest.to >= length;
      oldest = sorted[first]
    ) {
      const remaining = (counts.get(oldest.from) ?? 1) - 1;
      if (remaining === 0) counts.delete(oldest.from);
      else counts.set(oldest.from, remaining);
      first += 1;
    }
    if (counts.size > best.different) best = { different: counts.size, from: first, until: at + 1 };
  }
  return sorted.slice(best.from, best.until);
}

/** Splits a chain at gaps that are too wide for one place, and returns the longest piece. */
function longestPiece(chain: readonly Pair[], slack: number): readonly Pair[] {
  let best: readonly Pair[] = [];
  let start = 0;
  for (const [at, pair] of chain.entries()) {
    const next = chain[at + 1];
    if (next !== undefined && next.to - pair.to <= next.from - pair.from + slack) continue;
    if (at + 1 - start > best.length) best = chain.slice(start, at + 1);
    start = at + 1;
  }
  return best;
}

/** Adds frequent parts if they are adjacent to a part of the chain. */
function fillGaps(
  chain: readonly Pair[],
  numbers: readonly (number | undefined)[],
  partIndex: PartIndex,
): readonly Pair[] {
  const isMatch = (pair: Pair): boolean =>
    numbers[pair.from] !== undefined && numbers[pair.from] === partIndex.numbers[pair.to];
  const filled: Pair[] = [];
  for (const [index, pair] of chain.entries()) {
    const next = chain[index + 1] ?? { from: numbers.length, to: partIndex.numbers.length };
    const previous = filled.at(-1) ?? { from: -1, to: -1 };
    filled.push(
      ...extendRun(pair, -1, previous, isMatch).toReversed(),
      pair,
      ...extendRun(pair, 1, next, isMatch),
    );
  }
  return filled;
}

/** Returns the pairs before or after a pair, while they match and neither position reaches `limit`. */
function extendRun(pair: Pair, step: 1 | -1, limit: Pair, isMatch: (pair: Pair) => boolean): readonly Pair[] {
  const run: Pair[] = [];
  let next = { from: pair.from + step, to: pair.to + step };
  while (next.from !== limit.from && next.to !== limit.to && isMatch(next)) {
    run.push(next);
    next = { from: next.from + step, to: next.to + step };
  }
  return run;
}

interface Pair {
  /** Position in the cited text. */
  readonly from: number;
  /** Position in the file. */
  readonly to: number;
}

/** Finds the longest increasing chain of position pairs by patience sorting, in O(n log n). */
function findLongestChain(pairs: readonly Pair[]): readonly Pair[] {
  // Descending `to` for equal `from`, so that a chain contains each `from` once.
  const sorted = [...pairs].sort((a, b) => a.from - b.from || b.to - a.to);
  /** Index is the chain length minus one; value is the pair with the smallest `to` that ends such a chain. */
  const ends: number[] = [];
  const predecessors: number[] = [];
  for (const [at, pair] of sorted.entries()) {
    const length = lowerBound(ends.length, (index) => (sorted[ends[index] ?? 0]?.to ?? 0) < pair.to);
    predecessors.push(length === 0 ? -1 : (ends[length - 1] ?? -1));
    ends[length] = at;
  }
  const chain: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = predecessors[at] ?? -1) {
    const pair = sorted[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.toReversed();
}
