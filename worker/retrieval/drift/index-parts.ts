/** Numbers the distinct lines or words of a file once, so that sequences of them compare quickly. */

import { createDriftBudget, type DriftBudget } from './drift-budget.ts';
import {
  hasMask,
  areEqualExceptMasks,
  findMaskedPositions,
  normalizeMasks,
  type MaskedLine,
} from './compare-masked-lines.ts';

export interface PartIndex {
  /** The numbers of the parts, in order. */
  readonly numbers: readonly number[];
  /** The positions of each number, in order, from 0. */
  readonly positions: readonly (readonly number[])[];
  /** Returns the number of a part; undefined if the file does not contain it. */
  readonly findNumber: (part: string) => number | undefined;
  /** Lookups spend this budget. */
  readonly budget: DriftBudget;
}

/** Maximum number of parts of the same length that a masked part is compared with. */
const maxCompared = 500;

export function indexParts(parts: readonly string[], budget: DriftBudget = createDriftBudget()): PartIndex {
  const numberByKey = new Map<string, number>();
  const positions: number[][] = [];
  const numbers = parts.map((part, at) => {
    const key = normalizeMasks(part);
    const number = numberByKey.get(key) ?? positions.length;
    if (number === positions.length) {
      numberByKey.set(key, number);
      positions.push([]);
    }
    positions[number]?.push(at);
    return number;
  });
  const findMasked = createMaskedLookup(parts, numbers, budget);
  return {
    numbers,
    positions,
    findNumber: (part) => numberByKey.get(normalizeMasks(part)) ?? findMasked(part),
    budget,
  };
}

interface NumberedPart extends MaskedLine {
  readonly number: number;
}

/** Finds the number of a part that equals another except for masks. Compares each part once, however often it is cited. */
function createMaskedLookup(
  parts: readonly string[],
  numbers: readonly number[],
  budget: DriftBudget,
): (part: string) => number | undefined {
  const [allParts, maskedParts] = [
    groupByLength(parts, numbers, () => true),
    groupByLength(parts, numbers, hasMask),
  ];
  const numbersByPart = new Map<string, number | undefined>();
  return (part) => {
    if (numbersByPart.has(part)) return numbersByPart.get(part);
    const group = (hasMask(part) ? allParts() : maskedParts()).get(part.length) ?? [];
    // A refused lookup has no result, so it is not cached.
    if (group.length > 0 && !budget.spend(group.length * part.length)) return undefined;
    const maskedPart = { text: part, maskedPositions: findMaskedPositions(part) };
    const number = group.find((other) => areEqualExceptMasks(maskedPart, other))?.number;
    numbersByPart.set(part, number);
    return number;
  };
}

/** Groups distinct parts by length on first use, up to `maxCompared` for each length. */
function groupByLength(
  parts: readonly string[],
  numbers: readonly number[],
  accepts: (part: string) => boolean,
): () => ReadonlyMap<number, readonly NumberedPart[]> {
  let groups: Map<number, NumberedPart[]> | undefined;
  return () => {
    if (groups !== undefined) return groups;
    groups = new Map();
    const seen = new Set<number>();
    for (const [at, text] of parts.entries()) {
      const number = numbers[at] ?? -1;
      if (seen.has(number) || !accepts(text)) continue;
      seen.add(number);
      const group = groups.get(text.length) ?? [];
      if (group.length < maxCompared)
        group.push({ text, maskedPositions: findMaskedPositions(text), number });
      groups.set(text.length, group);
    }
    return groups;
  };
}
