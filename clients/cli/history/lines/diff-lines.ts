/**
 * Finds unchanged lines between two files by their hashes: strips the common prefix and suffix, then computes the
 * shortest edit script (E. W. Myers, An O(ND) Difference Algorithm, 1986) over the lines that occur in both.
 */

/** Maximum number of differences; beyond it, the remaining lines count as changed. Needs at most 9 MB. */
const maxDifferences = 1_500;

/** @returns the position in `other` of each line of `lines`, or -1 */
export function diffLines(lines: Float64Array, other: Float64Array): Int32Array {
  const positions = new Int32Array(lines.length).fill(-1);
  const minLength = Math.min(lines.length, other.length);
  let prefixLength = 0;
  while (prefixLength < minLength && lines[prefixLength] === other[prefixLength])
    positions[prefixLength] = prefixLength++;
  let suffixLength = 0;
  const shift = other.length - lines.length;
  while (suffixLength < minLength - prefixLength) {
    const at = lines.length - 1 - suffixLength;
    if (lines[at] !== other[at + shift]) break;
    positions[at] = at + shift;
    suffixLength++;
  }
  const left = commonPositions(lines, other, prefixLength, suffixLength);
  const right = commonPositions(other, lines, prefixLength, suffixLength);
  for (const [at, otherAt] of shortestScript(
    (index) => lines[left[index] ?? 0] ?? 0,
    (index) => other[right[index] ?? 0] ?? 0,
    { left: left.length, right: right.length },
  ))
    positions[left[at] ?? 0] = right[otherAt] ?? 0;
  return positions;
}

/** Returns the positions of lines between prefix and suffix that also occur in the other file. */
function commonPositions(
  lines: Float64Array,
  other: Float64Array,
  before: number,
  after: number,
): Int32Array {
  const otherHashes = new Set(other.subarray(before, other.length - after));
  const positions: number[] = [];
  for (let at = before; at < lines.length - after; at++)
    if (otherHashes.has(lines[at] ?? 0)) positions.push(at);
  return Int32Array.from(positions);
}

type ValueAt = (index: number) => number;

/** Yields the positions of equal lines as pairs, last pair first. */
function* shortestScript(
  left: ValueAt,
  right: ValueAt,
  counts: { left: number; right: number },
): Generator<readonly [number, number]> {
  const traces = furthestReaches(left, right, counts);
  let x = counts.left;
  let y = counts.right;
  for (let distance = traces.length - 1; distance >= 0; distance--) {
    const diagonal = x - y;
    const reaches = traces[distance - 1];
    const reach = (k: number): number => reaches?.[k + distance - 1] ?? -1;
    const isDown =
      distance > 0 &&
      (diagonal === -distance || (diagonal !== distance && reach(diagonal - 1) < reach(diagonal + 1)));
    const begin = distance === 0 ? 0 : isDown ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
    while (x > begin) yield [--x, --y];
    if (distance === 0) return;
    if (isDown) y--;
    else x--;
  }
}

/** Returns the furthest reach of each diagonal per number of differences; empty when there are too many differences. */
function furthestReaches(
  left: ValueAt,
  right: ValueAt,
  counts: { left: number; right: number },
): Int32Array[] {
  const traces: Int32Array[] = [];
  const maxDistance = Math.min(maxDifferences, counts.left + counts.right);
  for (let distance = 0; distance <= maxDistance; distance++) {
    const previous = traces[distance - 1];
    const reaches = new Int32Array(2 * distance + 1);
    const reach = (k: number): number => previous?.[k + distance - 1] ?? -1;
    for (let k = -distance; k <= distance; k += 2) {
      const isDown = k === -distance || (k !== distance && reach(k - 1) < reach(k + 1));
      let x = distance === 0 ? 0 : isDown ? reach(k + 1) : reach(k - 1) + 1;
      while (x < counts.left && x - k < counts.right && left(x) === right(x - k)) x++;
      reaches[k + distance] = x;
      if (x >= counts.left && x - k >= counts.right) return [...traces, reaches];
    }
    traces.push(reaches);
  }
  return [];
}
