/** Computes the normalized discounted cumulative gain with binary relevance (Järvelin and Kekäläinen, 2002). */

/** @param ranks 1-based ranks of relevant items @param relevant number of relevant items, all of which come first in the ideal ranking */
export function computeNormalizedGain(ranks: readonly number[], relevant: number, cutoff: number): number {
  if (relevant === 0) return 0;
  const gains = ranks.filter((rank) => rank <= cutoff).map(discount);
  const ideal = Array.from({ length: Math.min(relevant, cutoff) }, (_, index) => discount(index + 1));
  return sum(gains) / sum(ideal);
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
