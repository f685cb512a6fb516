/** Percentiles by nearest rank, to a tenth. */

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return Math.round((sorted[rank - 1] ?? Number.NaN) * 10) / 10;
}
