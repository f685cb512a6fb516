/** Finds the longest increasing chain of position pairs by patience sorting, in O(n log n). */

import { lowerBound } from '../../core/text/lower-bound.ts';

export interface Pair {
  /** Position in the cited text. */
  readonly from: number;
  /** Position in the file. */
  readonly to: number;
}

export function longestChain(pairs: readonly Pair[]): readonly Pair[] {
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
