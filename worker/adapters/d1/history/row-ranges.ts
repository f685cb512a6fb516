/**
 * Sets of commits as inclusive ranges of row numbers. A range may contain rows of other repositories, so queries also filter by repository.
 * No range crosses the edge of a bucket, so that SQL finds the range of a row by its bucket.
 */

import { lowerBound } from '../../../core/text/lower-bound.ts';

export type RowRange = readonly [first: number, last: number];

/** Rows per bucket, as a power of two. A version that contains all 100,000 commits of a repository has some 25 ranges. */
const bucketBits = 12;

/** Defines the table `member` from ranges; `?1` is their JSON. */
export const withMembers = `WITH member AS MATERIALIZED
  (SELECT value ->> 0 AS first_row, value ->> 1 AS last_row, (value ->> 0) >> ${bucketBits} AS bucket FROM json_each(?1))`;

/** Filters by the ranges; `row` is an expression. `CROSS JOIN` keeps the left side as the outer loop, and with it the order. */
export function joinMembers(row: string): string {
  return `CROSS JOIN member AS m ON m.bucket = (${row}) >> ${bucketBits} AND ${row} BETWEEN m.first_row AND m.last_row`;
}

/** @param rows all rows of one repository, in order, with whether each is in the set */
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

/** Splits a range at the edges of buckets. */
export function splitAtBuckets([first, last]: RowRange): RowRange[] {
  const size = 2 ** bucketBits;
  const cut: RowRange[] = [];
  for (let from = first; from <= last; from = (Math.floor(from / size) + 1) * size)
    cut.push([from, Math.min(last, (Math.floor(from / size) + 1) * size - 1)]);
  return cut;
}

/** Sorts and merges ranges, then splits them at the edges of buckets. The rows stay the same. */
export function mergeRanges(ranges: readonly RowRange[]): RowRange[] {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined.flatMap(splitAtBuckets);
}

/** The number of rows in ranges that do not overlap. */
export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The rows of `ranges` that are not in `others`; both are sorted. */
export function subtractRanges(ranges: readonly RowRange[], others: readonly RowRange[]): RowRange[] {
  const left: RowRange[] = [];
  let at = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while ((others[at]?.[1] ?? Infinity) < first) at += 1;
    for (let next = at; ; next += 1) {
      const [otherFirst, otherLast] = others[next] ?? [Infinity, Infinity];
      if (otherFirst > last) break;
      if (otherFirst > from) left.push([from, otherFirst - 1]);
      from = Math.max(from, otherLast + 1);
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
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

function isRange(one: unknown): one is RowRange {
  return Array.isArray(one) && one.length === 2 && one.every((end) => Number.isSafeInteger(end));
}
