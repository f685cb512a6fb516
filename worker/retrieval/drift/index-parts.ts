/** Indexes the lines or words of a file by number, so that sequences compare quickly. Built once per file. */

import { createDriftBudget, type DriftBudget } from './drift-budget.ts';
import {
  hasMask,
  equalExceptMasks,
  maskPositions,
  normalizeMasks,
  type MaskedLine,
} from './compare-masked-lines.ts';

export interface PartIndex {
  /** Numbers of the parts, in order. */
  readonly numbers: readonly number[];
  /** Places of each number, in order, from 0. */
  readonly places: readonly (readonly number[])[];
  /** The number of a part; undefined of one that is nowhere in it. */
  readonly numberOf: (part: string) => number | undefined;
  /** What looking anything up in it takes from. */
  readonly budget: DriftBudget;
}

/** Parts of one length that a masked one is compared with at most. */
const maxCompared = 500;

export function indexParts(parts: readonly string[], budget: DriftBudget = createDriftBudget()): PartIndex {
  const known = new Map<string, number>();
  const places: number[][] = [];
  const numbers = parts.map((part, at) => {
    const key = normalizeMasks(part);
    const number = known.get(key) ?? places.length;
    if (number === places.length) {
      known.set(key, number);
      places.push([]);
    }
    places[number]?.push(at);
    return number;
  });
  const alike = createAlike(parts, numbers, budget);
  return {
    numbers,
    places,
    numberOf: (part) => known.get(normalizeMasks(part)) ?? alike(part),
    budget,
  };
}

interface NumberedPart extends MaskedLine {
  readonly number: number;
}

/** Numbers of parts that are the same but for masks. Each part is compared once, however often it is cited. */
function createAlike(
  parts: readonly string[],
  numbers: readonly number[],
  budget: DriftBudget,
): (part: string) => number | undefined {
  const [all, masked] = [byLength(parts, numbers, () => true), byLength(parts, numbers, hasMask)];
  const told = new Map<string, number | undefined>();
  return (part) => {
    if (told.has(part)) return told.get(part);
    const group = (hasMask(part) ? all() : masked()).get(part.length) ?? [];
    // Refused, it is not known: nothing is kept of it.
    if (group.length > 0 && !budget.spend(group.length * part.length)) return undefined;
    const asked = { text: part, places: maskPositions(part) };
    const number = group.find((other) => equalExceptMasks(asked, other))?.number;
    told.set(part, number);
    return number;
  };
}

/** Different parts by their length, as many as are compared; made once they are asked for. */
function byLength(
  parts: readonly string[],
  numbers: readonly number[],
  isKept: (part: string) => boolean,
): () => ReadonlyMap<number, readonly NumberedPart[]> {
  let made: Map<number, NumberedPart[]> | undefined;
  return () => {
    if (made !== undefined) return made;
    made = new Map();
    const seen = new Set<number>();
    for (const [at, text] of parts.entries()) {
      const number = numbers[at] ?? -1;
      if (seen.has(number) || !isKept(text)) continue;
      seen.add(number);
      const group = made.get(text.length) ?? [];
      if (group.length < maxCompared) group.push({ text, places: maskPositions(text), number });
      made.set(text.length, group);
    }
    return made;
  };
}
