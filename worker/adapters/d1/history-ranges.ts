/**
 * Sets of commits as ranges of their rows, both ends within. Rows of other repositories may lie in a range: whoever reads one asks
 * for the repository too. No range reaches over a bucket's edge, so that SQL finds the range of a row by its bucket.
 */

export type RowRange = readonly [first: number, last: number];

/** Rows of a bucket, as a power of two: a repository of 100,000 commits has some 25 ranges where a version holds them all. */
const bucketBits = 12;

/** Ranges to be joined in: `?1` is their JSON. */
export const withMembers = `WITH member AS MATERIALIZED
  (SELECT value ->> 0 AS first_row, value ->> 1 AS last_row, (value ->> 0) >> ${bucketBits} AS bucket FROM json_each(?1))`;

/** Keeps the rows of the ranges; `row` is an expression. In a `CROSS JOIN` the left side stays the outer one, and its order stays. */
export function ofMembers(row: string): string {
  return `CROSS JOIN member AS m ON m.bucket = (${row}) >> ${bucketBits} AND ${row} BETWEEN m.first_row AND m.last_row`;
}

/** @param rows of one repository, in order, with whether each is in the set: between two that are, only those of others lie. */
export function rangesOf(rows: Iterable<{ readonly row: number; readonly isMember: boolean }>): RowRange[] {
  const ranges: RowRange[] = [];
  let open: [number, number] | undefined;
  for (const { row, isMember } of rows) {
    if (isMember && open !== undefined) open[1] = row;
    else if (isMember) open = [row, row];
    else if (open !== undefined) {
      ranges.push(open);
      open = undefined;
    }
  }
  if (open !== undefined) ranges.push(open);
  return ranges.flatMap(inBuckets);
}

/** A range cut at the edges of buckets. */
export function inBuckets([first, last]: RowRange): RowRange[] {
  const size = 2 ** bucketBits;
  const cut: RowRange[] = [];
  for (let from = first; from <= last; from = (Math.floor(from / size) + 1) * size)
    cut.push([from, Math.min(last, (Math.floor(from / size) + 1) * size - 1)]);
  return cut;
}

/** Ranges in any order as ranges in order that neither meet nor reach over a bucket's edge: no row comes in that was in none of them. */
export function joinRanges(ranges: readonly RowRange[]): RowRange[] {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined.flatMap(inBuckets);
}

/** How many rows there are in ranges that do not meet. */
export function sizeOf(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** What is in the first and not in the second; both in order. */
export function withoutRanges(ranges: readonly RowRange[], others: readonly RowRange[]): RowRange[] {
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

/** Whether a row is in any of the ranges, which are in order. */
export function isInRanges(ranges: readonly RowRange[], row: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? Infinity) < row) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.[0] ?? Infinity) <= row;
}

/** @throws Error when it is not what was written */
export function readRanges(json: string): readonly RowRange[] {
  const ranges: unknown = JSON.parse(json);
  if (Array.isArray(ranges) && ranges.every(isRange)) return ranges;
  throw new Error('The commits of a version cannot be read: no list of ranges.');
}

function isRange(one: unknown): one is RowRange {
  return Array.isArray(one) && one.length === 2 && one.every((end) => Number.isSafeInteger(end));
}
