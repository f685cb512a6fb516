/**
 * Tracks where followed lines are in one commit: per file, sorted line numbers and the lines at them. Each line
 * has a place in one commit at a time. Two lines share a place if a merge contains the same line of a parent twice.
 */
import type { Hunk } from './read-patches.ts';

/** Places in one file: line `lines[i]` is at line number `numbers[i]`. Line numbers are in ascending order. */
export interface Places {
  readonly numbers: Int32Array;
  readonly lines: Int32Array;
}

/** By path as a byte string. */
export type CommitPlaces = Map<string, Places>;

/** Finds the index of the first place with at least this line number. */
function firstPlaceFrom(places: Places, number: number, startIndex = 0): number {
  let [low, high] = [startIndex, places.numbers.length];
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
  let [leftIndex, rightIndex] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isLeft =
      rightIndex === right.lines.length ||
      (leftIndex < left.lines.length && (left.numbers[leftIndex] ?? 0) <= (right.numbers[rightIndex] ?? 0));
    const source = isLeft ? left : right;
    const index = isLeft ? leftIndex++ : rightIndex++;
    merged.numbers[at] = source.numbers[index] ?? 0;
    merged.lines[at] = source.lines[index] ?? 0;
  }
  return merged;
}

/** Sorts pairs of a line number and a line into places. */
export function sortPlaces(pairs: readonly (readonly [number, number])[]): Places {
  const sorted = pairs.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]);
  return {
    numbers: Int32Array.from(sorted, ([number]) => number),
    lines: Int32Array.from(sorted, ([, line]) => line),
  };
}

export function addPlaces(to: CommitPlaces, path: string, places: Places): void {
  if (places.lines.length === 0) return;
  const existing = to.get(path);
  to.set(path, existing === undefined ? places : mergePlaces(existing, places));
}

/** Merges the places that two children have in one commit. Modifies and returns the larger map. */
export function mergeCommitPlaces(left: CommitPlaces, right: CommitPlaces): CommitPlaces {
  const [large, small] = left.size < right.size ? [right, left] : [left, right];
  for (const [path, places] of small) addPlaces(large, path, places);
  return large;
}

export interface PlaceMapper {
  /** Calls `onLine` with the number and line of every place in the hunk. @returns the number of places */
  hunk(hunk: Hunk, onLine: (number: number, line: number) => void): number;
  /** Returns the old places of all lines outside hunks. */
  rest(): Places;
}

/** Maps one file's lines to their places before a change. Modifies `places`. Hunks must come in file order. */
export function mapPlaces(places: Places): PlaceMapper {
  const { numbers, lines } = places;
  const count = lines.length;
  let readCount = 0;
  let mappedCount = 0;
  let shift = 0;
  const mapUntil = (end: number): void => {
    for (; readCount < end; readCount++, mappedCount++) {
      numbers[mappedCount] = (numbers[readCount] ?? 0) + shift;
      lines[mappedCount] = lines[readCount] ?? 0;
    }
  };
  return {
    hunk: ({ oldCount, newStart, newCount }, onLine) => {
      const firstNumber = newCount === 0 ? newStart + 1 : newStart;
      mapUntil(firstPlaceFrom(places, firstNumber, readCount));
      const end = newCount === 0 ? readCount : firstPlaceFrom(places, firstNumber + newCount, readCount);
      const insideCount = end - readCount;
      for (; readCount < end; readCount++) onLine(numbers[readCount] ?? 0, lines[readCount] ?? 0);
      shift += oldCount - newCount;
      return insideCount;
    },
    rest: () => {
      mapUntil(count);
      return { numbers: numbers.subarray(0, mappedCount), lines: lines.subarray(0, mappedCount) };
    },
  };
}

/** Whether a hunk added any followed line. Call it before the hunk is mapped. */
export function isTouched(places: Places, { newStart, newCount }: Hunk): boolean {
  if (newCount === 0) return false;
  const first = firstPlaceFrom(places, newStart);
  return first < places.numbers.length && (places.numbers[first] ?? 0) < newStart + newCount;
}
