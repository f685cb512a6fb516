/** Finds the closest matches for an unknown name: names with another spelling, typos, or some different words. */

import { editDistance, maxTyposIn } from '../../core/text/edit-distance.ts';
import { identifierParts, stem } from '../../core/text/terms.ts';

/** Minimum similarity. Names with a lower similarity are unrelated. */
const minSimilarity = 0.5;
/** Weight of a match by words compared with a match by letters. */
const partsWeight = 0.8;

/**
 * Splits a name so that every similar name contains at least one whole piece: with more pieces than typos, one piece has no typo (the
 * pigeonhole principle of Navarro, "A guided tour to approximate string matching", 2001). The longer words of the name are added.
 */
export function splitNameIntoPieces(name: string): readonly string[] {
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

/** Returns the closest matches for the requested names, closest first. A plain word (`isWord`) matches only names it may misspell. */
export function rankClosestNames<Known extends { readonly name: string }>(
  requested: readonly RequestedName[],
  known: readonly Known[],
): readonly Known[] {
  return known
    .map((candidate) => ({
      candidate,
      similarity: Math.max(0, ...requested.map((name) => measureSimilarity(name, candidate.name))),
    }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.candidate.name.length - b.candidate.name.length)
    .map(({ candidate }) => candidate);
}

function measureSimilarity(requested: RequestedName, name: string): number {
  const [a, b] = [plainName(requested.name), plainName(name)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const typos = editDistance(a, b, maxTyposIn(a));
  const bySpelling = typos <= maxTyposIn(a) ? 1 - typos / Math.max(a.length, b.length) : 0;
  return requested.isWord
    ? bySpelling
    : Math.max(bySpelling, partsWeight * sharedParts(lastSegment(requested.name), name));
}

/** Returns the fraction of the parts of both names that the other name contains in any form. */
function sharedParts(a: string, b: string): number {
  const [left, right] = [identifierParts(a).map(stem), identifierParts(b).map(stem)];
  if (left.length < 2 || right.length < 2) return 0;
  const shared = left.filter((part) => right.some((other) => isSamePart(part, other))).length;
  return (2 * shared) / (left.length + right.length);
}

function isSamePart(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && editDistance(a, b, 1) <= 1);
}

function lastSegment(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function plainName(name: string): string {
  return lastSegment(name).toLowerCase().replaceAll('_', '');
}
