/**
 * Represents sets of commits as inclusive ranges of row numbers. A range may contain rows of other repositories, so queries also filter by
 * repository. No range crosses a bucket boundary, so that SQL finds the range of a row by its bucket.
 */

import { lowerBound } from '../../../core/text/lower-bound.ts';

export type RowRange = readonly [first: number, last: number];

/** Rows per bucket, as a power of two. A version that contains all 100,000 commits of a repository has about 25 ranges. */
const bucketBits = 12;

/** Defines the table `member` from ranges; `?1` is their JSON. */
export const withMembers = `WITH member AS MATERIALIZED
  (SELECT value ->> 0 AS first_row, value ->> 1 AS last_row, (value ->> 0) >> ${bucketBits} AS bucket FROM json_each(?1))`;

/** Filters by the ranges; `row` is an SQL expression. `CROSS JOIN` keeps the left side as the outer loop, which preserves its order. */
export function joinMembers(row: string): string {
  return `CROSS JOIN member AS m ON m.bucket = (${row}) >> ${bucketBits} AND ${row} BETWEEN m.first_row AND m.last_row`;
}

/** @param rows all rows of one repository, in order; `isMember` states whether the set contains the row */
export function toRowRanges(
  rows: Iterable<{ readonly row: number; readonly isMember: boolean }>,
): RowRange[] {
  const ranges: RowRange[] = [];
  let current: [number, number] | undefined;
  for (const { row, isMember } of rows) {
    if (isMember && current !== undefined) current[1] = row;
    else if (isMember) current = [row, row];
    else if (current !== undefined) {
      ranges.push(current);
      current = undefined;
    }
  }
  if (current !== undefined) ranges.push(current);
  return ranges.flatMap(splitAtBuckets);
}

/** Splits a range at bucket boundaries. */
export function splitAtBuckets([first, last]: RowRange): RowRange[] {
  const size = 2 ** bucketBits;
  const parts: RowRange[] = [];
  for (let from = first; from <= last; from = (Math.floor(from / size) + 1) * size)
    parts.push([from, Math.min(last, (Math.floor(from / size) + 1) * size - 1)]);
  return parts;
}

/** Sorts and merges ranges, then splits them at bucket boundaries. The result covers the same rows. */
export function mergeRanges(ranges: readonly RowRange[]): RowRange[] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged.flatMap(splitAtBuckets);
}

/** Counts the rows in ranges that do not overlap. */
export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Returns the rows of `ranges` that are not in `others`. Both must be sorted. */
export function subtractRanges(ranges: readonly RowRange[], others: readonly RowRange[]): RowRange[] {
  const remaining: RowRange[] = [];
  let firstOther = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while ((others[firstOther]?.[1] ?? Infinity) < first) firstOther += 1;
    for (let next = firstOther; ; next += 1) {
      const [otherFirst, otherLast] = others[next] ?? [Infinity, Infinity];
      if (otherFirst > last) break;
      if (otherFirst > from) remaining.push([from, otherFirst - 1]);
      from = Math.max(from, otherLast + 1);
    }
    if (from <= last) remaining.push([from, last]);
  }
  return remaining;
}

/** Whether a row is in any of the sorted ranges. */
export function isInRanges(ranges: readonly RowRange[], row: number): boolean {
  const next = lowerBound(ranges.length, (index) => (ranges[index]?.[1] ?? Infinity) < row);
  return (ranges[next]?.[0] ?? Infinity) <= row;
}

/** @throws Error when the JSON is not a list of ranges */
export function parseRanges(json: string): readonly RowRange[] {
  const ranges: unknown = JSON.parse(json);
  if (Array.isArray(ranges) && ranges.every(isRange)) return ranges;
  throw new Error('The stored commits of a version are not a list of ranges.');
}

function isRange(value: unknown): value is RowRange {
  return Array.isArray(value) && value.length === 2 && value.every((end) => Number.isSafeInteger(end));
}
