/**
 * Where followed lines stand in one commit: for each file their numbers there, in order, and which lines they are. A line stands in
 * one place of one commit only; two lines may stand in the same place, where a merge holds one of them twice.
 */

/** Lines of one file; `numbers` never go down. */
export interface Places {
  readonly numbers: Int32Array;
  readonly lines: Int32Array;
}

/** By path, as bytes. */
export type CommitPlaces = Map<string, Places>;

/** The first place whose number is at least this one. */
export function firstFrom(places: Places, number: number, from = 0): number {
  let [low, high] = [from, places.numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places.numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mergePlaces(left: Places, right: Places): Places {
  if (left.lines.length === 0) return right;
  if (right.lines.length === 0) return left;
  const count = left.lines.length + right.lines.length;
  const merged = { numbers: new Int32Array(count), lines: new Int32Array(count) };
  let [one, two] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isLeft =
      two === right.lines.length ||
      (one < left.lines.length && (left.numbers[one] ?? 0) <= (right.numbers[two] ?? 0));
    const from = isLeft ? left : right;
    const place = isLeft ? one++ : two++;
    merged.numbers[at] = from.numbers[place] ?? 0;
    merged.lines[at] = from.lines[place] ?? 0;
  }
  return merged;
}

/** Places in any order, each a number and its line. */
export function sortedPlaces(pairs: readonly (readonly [number, number])[]): Places {
  const sorted = pairs.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]);
  return {
    numbers: Int32Array.from(sorted, ([number]) => number),
    lines: Int32Array.from(sorted, ([, line]) => line),
  };
}

export function addPlaces(to: CommitPlaces, path: string, places: Places): void {
  if (places.lines.length === 0) return;
  const there = to.get(path);
  to.set(path, there === undefined ? places : mergePlaces(there, places));
}

/** One commit's places out of two children's; the larger of them is filled and given back. */
export function joinPlaces(one: CommitPlaces, two: CommitPlaces): CommitPlaces {
  const [large, small] = one.size < two.size ? [two, one] : [one, two];
  for (const [path, places] of small) addPlaces(large, path, places);
  return large;
}
