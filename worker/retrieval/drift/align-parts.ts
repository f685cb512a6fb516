/**
 * Finds where most parts of a cited text still occur in order. Rare parts are matched first, within bounds, so
 * that long or repetitive files stay fast.
 */

import type { PartIndex } from './index-parts.ts';
import { longestChain, type Pair } from './longest-chain.ts';

/** A part that stands more often says little of where. */
const maxPlaces = 50;
/** Pairs of places looked at; the rarest parts come first. */
const maxPairs = 20_000;
/** Steps of the budget a pair costs: it is sorted twice and counted. */
const stepsOfPair = 20;
/** What may be put between two parts before they are no longer one place: as much as was cited, or this. */
const leastGap = 20;

interface Alignment {
  /** Parts of the file from the first to the last that stands, from 0. */
  readonly first: Pair;
  readonly last: Pair;
  /** How many parts that count stand there. */
  readonly kept: number;
}

/** @param numbers of the cited parts in the file's index; undefined of those that are nowhere in it and of those that do not count. */
export function alignParts(
  numbers: readonly (number | undefined)[],
  index: PartIndex,
): Alignment | undefined {
  const slack = Math.max(leastGap, numbers.length);
  const pairs = densest(pairsOf(numbers, index), numbers.length + 2 * slack);
  const chain = heaviestPiece(longestChain(pairs), slack);
  const [head, tail] = [chain[0], chain.at(-1)];
  if (head === undefined || tail === undefined) return undefined;
  const filled = fillGaps(chain, numbers, index);
  return { first: filled[0] ?? head, last: filled.at(-1) ?? tail, kept: filled.length };
}

function pairsOf(numbers: readonly (number | undefined)[], { places, budget }: PartIndex): readonly Pair[] {
  const found = numbers
    .map((number, from) => ({ from, at: number === undefined ? [] : (places[number] ?? []) }))
    .filter(({ at }) => at.length > 0 && at.length <= maxPlaces)
    .sort((a, b) => a.at.length - b.at.length);
  const pairs: Pair[] = [];
  for (const { from, at } of found) {
    if (pairs.length + at.length > maxPairs || !budget.spend(at.length * stepsOfPair)) break;
    for (const to of at) pairs.push({ from, to });
  }
  return pairs;
}

/** Those within the stretch of the file, `length` parts long, that holds most different parts of the text. */
function densest(pairs: readonly Pair[], length: number): readonly Pair[] {
  const sorted = [...pairs].sort((a, b) => a.to - b.to);
  const inside = new Map<number, number>();
  let [first, best] = [0, { different: 0, from: 0, until: 0 }];
  for (const [at, pair] of sorted.entries()) {
    inside.set(pair.from, (inside.get(pair.from) ?? 0) + 1);
    for (let out = sorted[first]; out !== undefined && pair.to - out.to >= length; out = sorted[first]) {
      const left = (inside.get(out.from) ?? 1) - 1;
      if (left === 0) inside.delete(out.from);
      else inside.set(out.from, left);
      first += 1;
    }
    if (inside.size > best.different) best = { different: inside.size, from: first, until: at + 1 };
  }
  return sorted.slice(best.from, best.until);
}

/** The longest piece of a chain between gaps that are too wide for one place. */
function heaviestPiece(chain: readonly Pair[], slack: number): readonly Pair[] {
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

/** With the parts that are too common to tell a place, where they stand beside one of the chain. */
function fillGaps(
  chain: readonly Pair[],
  numbers: readonly (number | undefined)[],
  index: PartIndex,
): readonly Pair[] {
  const isSame = (at: Pair): boolean =>
    numbers[at.from] !== undefined && numbers[at.from] === index.numbers[at.to];
  const filled: Pair[] = [];
  for (const [place, pair] of chain.entries()) {
    const next = chain[place + 1] ?? { from: numbers.length, to: index.numbers.length };
    const before = filled.at(-1) ?? { from: -1, to: -1 };
    filled.push(...runFrom(pair, -1, before, isSame).toReversed(), pair, ...runFrom(pair, 1, next, isSame));
  }
  return filled;
}

/** Pairs beside one, upwards or downwards, as long as they are the same and neither side reaches `until`. */
function runFrom(pair: Pair, by: 1 | -1, until: Pair, isSame: (at: Pair) => boolean): readonly Pair[] {
  const run: Pair[] = [];
  let at = { from: pair.from + by, to: pair.to + by };
  while (at.from !== until.from && at.to !== until.to && isSame(at)) {
    run.push(at);
    at = { from: at.from + by, to: at.to + by };
  }
  return run;
}
