/** Which stretches of a file have been taken: two entries of a zip may not be made of the same bytes. */

import { lowerBound } from '../../core/lower-bound.ts';

export interface ByteClaims {
  /** Takes `start` to `end` (exclusive); false, and nothing is taken, where a part of it is taken already. */
  claim(start: number, end: number): boolean;
}

export function createByteClaims(): ByteClaims {
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    claim(start, end) {
      const place = lowerBound(starts.length, (index) => (starts[index] ?? 0) < start);
      const next = starts[place] ?? Infinity;
      if (next < end || (place > 0 && (ends[place - 1] ?? 0) > start)) return false;
      starts.splice(place, 0, start);
      ends.splice(place, 0, end);
      return true;
    },
  };
}
