/** Compares the spelling of words and names by the trigrams that they share, which finds abbreviations and other word forms. */

import { identifierParts } from '../../core/text/terms.ts';
import type { TermMatcher } from './match-terms.ts';

const minPartLength = 3;
/** Maximum parts compared of a name. */
const maxParts = 12;

/** @returns a function that measures how much of the question a name spells, 0 to 1 */
export function createSpellingMatcher({
  words,
  totalWeight,
}: Pick<TermMatcher, 'words' | 'totalWeight'>): (name: string) => number {
  const compared = words.map(({ word, weight }) => ({ weight, trigrams: listTrigrams(word) }));
  return (name) => {
    const parts = identifierParts(name)
      .filter((part) => part.length >= minPartLength)
      .slice(0, maxParts)
      .map(cachedTrigrams);
    let sum = 0;
    for (const { weight, trigrams } of compared) {
      let nearest = 0;
      for (const part of parts) nearest = Math.max(nearest, shareTrigrams(trigrams, part));
      sum += weight * nearest;
    }
    return sum / totalWeight;
  };
}

/** Trigrams by part of a name, since names repeat; emptied when full. */
const cache = new Map<string, ReadonlySet<string>>();
const maxCached = 5_000;

function cachedTrigrams(part: string): ReadonlySet<string> {
  const known = cache.get(part);
  if (known !== undefined) return known;
  if (cache.size >= maxCached) cache.clear();
  const trigrams = listTrigrams(part);
  cache.set(part, trigrams);
  return trigrams;
}

function listTrigrams(word: string): ReadonlySet<string> {
  const padded = `^${word}$`;
  const trigrams = new Set<string>();
  for (let index = 0; index < padded.length - 2; index += 1) trigrams.add(padded.slice(index, index + 3));
  return trigrams;
}

/** Shared trigrams as a fraction of the shorter word's. */
function shareTrigrams(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const trigram of one) if (other.has(trigram)) shared += 1;
  return shared / Math.max(1, Math.min(one.size, other.size));
}
