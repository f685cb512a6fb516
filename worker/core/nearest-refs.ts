/** Branches and tags that may have been meant by a name that is none: the likest first. */

import { lettersApart } from './letters-apart.ts';

/** Of longer names the beginning is compared. */
const comparedLength = 60;
/** As many are compared: each costs the product of two lengths. */
const mostCompared = 1_000;

/** @returns all of the names, but for those beyond the first thousand; of the equally like the host's own order */
export function nearestRefs(ref: string, names: readonly string[]): readonly string[] {
  const wanted = bare(ref);
  return names
    .slice(0, mostCompared)
    .map((name) => ({ name, distance: distanceOf(wanted, bare(name)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** `V1.2`, `release/1.2` and `1.2` are much alike. */
function bare(name: string): string {
  return name
    .slice(0, comparedLength)
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
}

/** Letters to change, insert or leave out, by the larger length: 0 for the same, 1 for nothing in common. */
function distanceOf(a: string, b: string): number {
  const isWithin = a !== '' && b !== '' && (a.includes(b) || b.includes(a));
  const share = lettersApart(a, b) / Math.max(1, a.length, b.length);
  return isWithin ? share / 2 : share;
}
