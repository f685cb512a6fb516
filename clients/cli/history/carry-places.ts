/**
 * Carries the places of one file's lines over a change: those outside its hunks to where they stood before, those inside to
 * whoever asks. Hunks come in the order of the file; the places are changed where they lie.
 */

import type { Hunk } from './read-patches.ts';
import { firstFrom } from './line-places.ts';
import type { Places } from './line-places.ts';

export interface PlaceCarrier {
  /** @returns how many places lie in the hunk; they are given to `each` by number and line, if there are any. */
  hunk(hunk: Hunk, each: (number: number, line: number) => void): number;
  /** The places before the change of all lines that are in no hunk. */
  rest(): Places;
}

export function carryPlaces(places: Places): PlaceCarrier {
  const { numbers, lines } = places;
  const count = lines.length;
  let read = 0;
  let kept = 0;
  let shift = 0;
  const keepUntil = (end: number): void => {
    for (; read < end; read++, kept++) {
      numbers[kept] = (numbers[read] ?? 0) + shift;
      lines[kept] = lines[read] ?? 0;
    }
  };
  return {
    hunk: ({ oldCount, newStart, newCount }, each) => {
      const from = newCount === 0 ? newStart + 1 : newStart;
      keepUntil(firstFrom(places, from, read));
      const end = newCount === 0 ? read : firstFrom(places, from + newCount, read);
      const inside = end - read;
      for (; read < end; read++) each(numbers[read] ?? 0, lines[read] ?? 0);
      shift += oldCount - newCount;
      return inside;
    },
    rest: () => {
      keepUntil(count);
      return { numbers: numbers.subarray(0, kept), lines: lines.subarray(0, kept) };
    },
  };
}

/** Whether any place lies in what a hunk brought. To be asked before it is carried over. */
export function isTouched(places: Places, { newStart, newCount }: Hunk): boolean {
  if (newCount === 0) return false;
  const first = firstFrom(places, newStart);
  return first < places.numbers.length && (places.numbers[first] ?? 0) < newStart + newCount;
}
