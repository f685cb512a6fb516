/**
 * Measures how much of a question a text contains, and how much of a name the question contains, weighted by
 * rarity.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { TermWeights } from './candidate.ts';

export interface WordCoverage {
  /** Returns the fraction of the question's weight that occurs in any of the texts. */
  coverTexts(...texts: readonly string[]): number;
  /** Returns the fraction of a name's parts that the question contains: 1 for `sessionSigner` if it contains both words. */
  coverName(name: string): number;
}

/** Maximum number of characters read of a text, because it is untrusted. */
export const maxTextLength = 4_000;

/** Terms by text, cached because every question about a repository reads the same paths, names and documentation. */
const cachedTerms = new Map<string, ReadonlySet<string>>();
/** Maximum number of characters in the cache, at about ten bytes each with their terms. A full cache is emptied. */
const maxCachedLength = 400_000;
let cachedLength = 0;

function termSet(text: string): ReadonlySet<string> {
  const cached = cachedTerms.get(text);
  if (cached !== undefined) return cached;
  const terms = new Set(extractTerms(text.slice(0, maxTextLength)));
  if (cachedLength + text.length > maxCachedLength) {
    cachedTerms.clear();
    cachedLength = 0;
  }
  cachedTerms.set(text, terms);
  cachedLength += text.length;
  return terms;
}

export function createWordCoverage(
  { terms }: { readonly terms: readonly QuestionTerm[] },
  weights: TermWeights,
): WordCoverage {
  const total = terms.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) || 1;
  const variants = new Set(terms.flatMap((term) => term.variants));
  return {
    coverTexts(...texts) {
      const sets = texts.filter((text) => text !== '').map(termSet);
      if (sets.length === 0) return 0;
      const union = { has: (term: string) => sets.some((set) => set.has(term)) };
      const present = terms.filter((term) =>
        containsWord(sets.length === 1 ? (sets[0] ?? union) : union, term),
      );
      return present.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) / total;
    },
    coverName(name) {
      const [whole, ...rest] = termSet(name);
      if (whole === undefined) return 0;
      if (variants.has(whole)) return 1;
      const parts = rest.length > 0 ? rest : [whole];
      return parts.filter((part) => variants.has(part)).length / parts.length;
    },
  };
}
