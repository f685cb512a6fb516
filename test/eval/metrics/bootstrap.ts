/**
 * Computes the percentile bootstrap interval of a mean (Efron and Tibshirani, 1993). Cases are resampled within their repository, so that every
 * resample contains all repositories. The fixed seed gives the same interval for the same values.
 */

const resamples = 1_000;
const confidenceLevel = 0.95;
const seed = 20_261_122;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** @param groups the values of each repository */
export function bootstrapMean(groups: readonly (readonly number[])[]): Interval {
  const random = seededRandom(seed);
  const nonEmpty = groups.filter((group) => group.length > 0);
  const count = nonEmpty.reduce((total, group) => total + group.length, 0);
  if (count === 0) return { low: Number.NaN, high: Number.NaN };
  const means = Float64Array.from({ length: resamples }, () => {
    let total = 0;
    for (const group of nonEmpty)
      for (let draw = 0; draw < group.length; draw += 1)
        total += group[Math.floor(random() * group.length)] ?? 0;
    return total / count;
  }).sort();
  const tail = (1 - confidenceLevel) / 2;
  const quantile = (fraction: number): number => means[Math.round(fraction * (resamples - 1))] ?? Number.NaN;
  return { low: quantile(tail), high: quantile(1 - tail) };
}

/** Generates numbers from 0 up to but excluding 1: a 32-bit counter with the finalizer of MurmurHash3 (Appleby, public domain). */
function seededRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
