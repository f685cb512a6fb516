/** Finds the closest matches for an unknown name: other spelling, typos, or some words changed. */

import { identifierParts, stem } from '../../core/text/terms.ts';

/** Names with a lower similarity are different things. */
const minSimilarity = 0.5;
/** Weight of a match by words compared with a match by letters. */
const partsWeight = 0.8;

/** Number of typos tolerated: one in four letters, two in eight. */
function maxTyposIn(plain: string): number {
  return plain.length < 4 ? 0 : plain.length < 8 ? 1 : plain.length < 14 ? 2 : 3;
}

/**
 * Pieces of a name, at least one of which every similar name contains whole: with one more piece than typos, one piece is free of typos
 * (the pigeonhole principle of Navarro, "A guided tour to approximate string matching", 2001). The longer parts are added.
 */
export function namePieces(name: string): readonly string[] {
  const plain = plainName(name);
  const typos = maxTyposIn(plain);
  // A swap of letters across a boundary would change two pieces.
  const count = typos + 2;
  const cuts = Array.from({ length: count }, (_, index) =>
    plain.slice(Math.floor((index * plain.length) / count), Math.floor(((index + 1) * plain.length) / count)),
  );
  const parts = identifierParts(lastSegment(name)).filter((part) => part.length >= 4);
  const pieces = plain.length < 4 ? [plain] : [...cuts, ...(parts.length > 1 ? parts : [])];
  return [...new Set(pieces.filter((piece) => piece.length >= Math.min(2, plain.length)))];
}

interface RequestedName {
  readonly name: string;
  readonly isWord: boolean;
}

/** The closest matches for the requested names, closest first. `isWord` marks plain words, which may only be misspelled. */
export function rankClosestNames<Known extends { readonly name: string }>(
  requested: readonly RequestedName[],
  known: readonly Known[],
): readonly Known[] {
  return known
    .map((one) => ({
      one,
      similarity: Math.max(0, ...requested.map((name) => measureSimilarity(name, one.name))),
    }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.one.name.length - b.one.name.length)
    .map(({ one }) => one);
}

function measureSimilarity(requested: RequestedName, name: string): number {
  const [a, b] = [plainName(requested.name), plainName(name)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const typos = distance(a, b, maxTyposIn(a));
  const bySpelling = typos <= maxTyposIn(a) ? 1 - typos / Math.max(a.length, b.length) : 0;
  return requested.isWord
    ? bySpelling
    : Math.max(bySpelling, partsWeight * sharedParts(lastSegment(requested.name), name));
}

/** Fraction of the parts of both names that the other also has, in any form. */
function sharedParts(a: string, b: string): number {
  const [left, right] = [identifierParts(a).map(stem), identifierParts(b).map(stem)];
  if (left.length < 2 || right.length < 2) return 0;
  const shared = left.filter((part) => right.some((other) => isSamePart(part, other))).length;
  return (2 * shared) / (left.length + right.length);
}

function isSamePart(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && distance(a, b, 1) <= 1);
}

function lastSegment(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function plainName(name: string): string {
  return lastSegment(name).toLowerCase().replaceAll('_', '');
}

/** Edit distance with swaps (optimal string alignment). Above `most` the result is only known to be larger. */
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
