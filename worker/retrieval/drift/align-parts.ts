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
      let leaving = sorted[first];
      leaving !== undefined && pair.to - leaving.to >= length;
      leaving = sorted[first]
    ) {
      const remaining = (counts.get(leaving.from) ?? 1) - 1;
      if (remaining === 0) counts.delete(leaving.from);
      else counts.set(leaving.from, remaining);
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
  index: PartIndex,
): readonly Pair[] {
  const isMatch = (at: Pair): boolean =>
    numbers[at.from] !== undefined && numbers[at.from] === index.numbers[at.to];
  const filled: Pair[] = [];
  for (const [place, pair] of chain.entries()) {
    const next = chain[place + 1] ?? { from: numbers.length, to: index.numbers.length };
    const before = filled.at(-1) ?? { from: -1, to: -1 };
    filled.push(
      ...extendRun(pair, -1, before, isMatch).toReversed(),
      pair,
      ...extendRun(pair, 1, next, isMatch),
    );
  }
  return filled;
}

/** Returns the pairs before or after a pair, while they match and neither side reaches `until`. */
function extendRun(pair: Pair, by: 1 | -1, until: Pair, isMatch: (at: Pair) => boolean): readonly Pair[] {
  const run: Pair[] = [];
  let at = { from: pair.from + by, to: pair.to + by };
  while (at.from !== until.from && at.to !== until.to && isMatch(at)) {
    run.push(at);
    at = { from: at.from + by, to: at.to + by };
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
  const before: number[] = [];
  for (const [at, pair] of sorted.entries()) {
    const length = lowerBound(ends.length, (index) => (sorted[ends[index] ?? 0]?.to ?? 0) < pair.to);
    before.push(length === 0 ? -1 : (ends[length - 1] ?? -1));
    ends[length] = at;
  }
  const chain: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = sorted[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.toReversed();
}
