/** Normalised discounted cumulative gain where what is found either counts or does not (Järvelin and Kekäläinen, 2002). */

/** @param ranks 1-based, of what counts. @param relevant how many there are to find; the ideal has them all first. */
export function normalisedGain(ranks: readonly number[], relevant: number, cut: number): number {
  if (relevant === 0) return 0;
  const gains = ranks.filter((rank) => rank <= cut).map(discount);
  const ideal = Array.from({ length: Math.min(relevant, cut) }, (_, index) => discount(index + 1));
  return sum(gains) / sum(ideal);
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
