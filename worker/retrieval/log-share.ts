/** A count of no end as a number that a sum can weigh: 0 for 0, 1 for `most`, more beyond it, by logarithm. */
export function logShare(count: number, most: number): number {
  return Math.log1p(Math.max(0, count)) / Math.log1p(most);
}
