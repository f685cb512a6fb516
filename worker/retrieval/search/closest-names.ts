/** Finds the closest matches for an unknown name: other spelling, typos, or some words changed. */

import { identifierParts, stem } from '../../core/text/terms.ts';

/** Below this share two names are of different things. */
const leastAlike = 0.5;
/** What a name asked for in words of its own weighs beside one with a letter wrong. */
const byParts = 0.8;

/** Slips looked for in a name: one in four letters, two in eight. */
function slipsIn(plain: string): number {
  return plain.length < 4 ? 0 : plain.length < 8 ? 1 : plain.length < 14 ? 2 : 3;
}

/**
 * Pieces one of which every name like it holds whole: cut into one more than the slips looked for, one is free of them (the
 * pigeonholes of approximate matching: Navarro, "A guided tour to approximate string matching", 2001); besides its longer parts.
 */
export function namePieces(name: string): readonly string[] {
  const plain = plainName(name);
  const slips = slipsIn(plain);
  // A swap of neighbours across a cut would spoil two pieces.
  const count = slips + 2;
  const cuts = Array.from({ length: count }, (_, index) =>
    plain.slice(Math.floor((index * plain.length) / count), Math.floor(((index + 1) * plain.length) / count)),
  );
  const parts = identifierParts(lastOf(name)).filter((part) => part.length >= 4);
  const pieces = plain.length < 4 ? [plain] : [...cuts, ...(parts.length > 1 ? parts : [])];
  return [...new Set(pieces.filter((piece) => piece.length >= Math.min(2, plain.length)))];
}

/** The names most like one of those asked for, the likest first; `isWord` names are plain words and may only be misspelt. */
export function rankClosestNames<Known extends { readonly name: string }>(
  asked: readonly { readonly name: string; readonly isWord: boolean }[],
  known: readonly Known[],
): readonly Known[] {
  return known
    .map((one) => ({ one, likeness: Math.max(0, ...asked.map((wanted) => likenessOf(wanted, one.name))) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((a, b) => b.likeness - a.likeness || a.one.name.length - b.one.name.length)
    .map(({ one }) => one);
}

function likenessOf(asked: { readonly name: string; readonly isWord: boolean }, name: string): number {
  const [a, b] = [plainName(asked.name), plainName(name)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const slips = distance(a, b, slipsIn(a));
  const spelt = slips <= slipsIn(a) ? 1 - slips / Math.max(a.length, b.length) : 0;
  return asked.isWord ? spelt : Math.max(spelt, byParts * sharedParts(lastOf(asked.name), name));
}

/** Share of the parts of both names that the other has too, in any form. */
function sharedParts(a: string, b: string): number {
  const [left, right] = [identifierParts(a).map(stem), identifierParts(b).map(stem)];
  if (left.length < 2 || right.length < 2) return 0;
  const shared = left.filter((part) => right.some((other) => isSamePart(part, other))).length;
  return (2 * shared) / (left.length + right.length);
}

function isSamePart(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && distance(a, b, 1) <= 1);
}

function lastOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function plainName(name: string): string {
  return lastOf(name).toLowerCase().replaceAll('_', '');
}

/** Letters added, dropped, changed or swapped with the next (optimal string alignment); over `most` it is only told to be more. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}
