/**
 * The parts of a file, lines or words, by what they say: each different one has a number, so that sequences are compared by numbers and
 * the places of any part are known at once. Made once a file, however many citations are looked for in it.
 */

import { hasMask, isSameButForMasks, withEvenMasks } from './same-but-for-masks.ts';

export interface PartIndex {
  /** Numbers of the parts, in order. */
  readonly numbers: readonly number[];
  /** Places of each number, in order, from 0. */
  readonly places: readonly (readonly number[])[];
  /** The number of a part; undefined of one that is nowhere in it. */
  readonly numberOf: (part: string) => number | undefined;
}

/** Parts of one length that a masked one is compared with at most. */
const maxCompared = 500;

export function indexParts(parts: readonly string[]): PartIndex {
  const known = new Map<string, number>();
  const places: number[][] = [];
  const numbers = parts.map((part, at) => {
    const key = withEvenMasks(part);
    const number = known.get(key) ?? places.length;
    if (number === places.length) {
      known.set(key, number);
      places.push([]);
    }
    places[number]?.push(at);
    return number;
  });
  const alike = partsOfLength(parts, numbers);
  return {
    numbers,
    places,
    numberOf: (part) => known.get(withEvenMasks(part)) ?? alike(part),
  };
}

/** Numbers of parts that are the same but for masks; grouped by length once one is asked for. */
function partsOfLength(
  parts: readonly string[],
  numbers: readonly number[],
): (part: string) => number | undefined {
  const make = (kept: (part: string) => boolean): (() => ReadonlyMap<number, readonly number[]>) => {
    let made: Map<number, number[]> | undefined;
    return () => {
      if (made !== undefined) return made;
      made = new Map();
      const seen = new Set<number>();
      for (const [at, part] of parts.entries()) {
        const number = numbers[at] ?? -1;
        if (seen.has(number) || !kept(part)) continue;
        seen.add(number);
        const group = made.get(part.length) ?? [];
        if (group.length < maxCompared) group.push(at);
        made.set(part.length, group);
      }
      return made;
    };
  };
  const [all, masked] = [make(() => true), make(hasMask)];
  return (part) => {
    const group = (hasMask(part) ? all() : masked()).get(part.length);
    const at = group?.find((other) => isSameButForMasks(part, parts[other] ?? ''));
    return at === undefined ? undefined : numbers[at];
  };
}
