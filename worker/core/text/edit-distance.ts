/** Counts the typos between two words: letters to insert, delete or change, and swaps of neighbors (optimal string alignment). */

/** Returns the edit distance with swaps, or `maxDistance + 1` for any larger distance. */
export function editDistance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1;
  return lastRow(a, b, maxDistance)?.[b.length] ?? maxDistance + 1;
}

/** Returns the prefix of `b` with the smallest edit distance from `a`, the longest of equals; undefined if every distance is larger than `maxDistance`. */
export function closestPrefix(
  a: string,
  b: string,
  maxDistance: number,
): { readonly length: number; readonly distance: number } | undefined {
  const row = lastRow(a, b.slice(0, a.length + maxDistance), maxDistance);
  if (row === undefined) return undefined;
  const distance = Math.min(...row);
  return distance > maxDistance ? undefined : { length: row.lastIndexOf(distance), distance };
}

/** The distances of `a` from every prefix of `b`, shortest first; undefined if all of them are larger than `maxDistance`. */
function lastRow(a: string, b: string, maxDistance: number): readonly number[] | undefined {
  let previousRow: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (previousRow[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > maxDistance) return undefined;
    [previousRow, row] = [row, next];
  }
  return row;
}

/** Returns the number of tolerated typos in a word: one from four letters, two from eight, three from fourteen. */
export function maxTyposIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : word.length < 14 ? 2 : 3;
}
