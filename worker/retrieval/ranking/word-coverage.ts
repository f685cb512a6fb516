/**
 * Measures how much of a question a text contains, and how much of a name the question contains, weighted by
 * rarity.
 */

import { containsWord, listForms, type QuestionTerm } from '../../core/answers/question.ts';
import { createTermFinder } from '../../core/text/term-finder.ts';
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

/** Memorizes a function of texts, which many chunks share: paths, folders and names. */
function memorize<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? compute(text);
    known.set(text, value);
    return value;
  };
}

export function createWordCoverage(
  { terms }: { readonly terms: readonly QuestionTerm[] },
  weights: TermWeights,
): WordCoverage {
  const total = terms.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) || 1;
  const variants = new Set(terms.flatMap((term) => term.variants));
  const findTerms = createTermFinder(listForms(terms));
  const findPresent = memorize((text) => findTerms(text.slice(0, maxTextLength)));
  const coverPresent = (present: Pick<ReadonlySet<string>, 'has'>): number => {
    let covered = 0;
    for (const term of terms) if (containsWord(present, term)) covered += weights.get(term.word) ?? 1;
    return covered / total;
  };
  return {
    coverTexts(...texts) {
      const sets = texts.map(findPresent).filter((set) => set.size > 0);
      const [first, second] = sets;
      if (first === undefined) return 0;
      return coverPresent(
        second === undefined ? first : { has: (term) => sets.some((set) => set.has(term)) },
      );
    },
    coverName: memorize((name) => {
      const [whole, ...rest] = new Set(extractTerms(name.slice(0, maxTextLength)));
      if (whole === undefined) return 0;
      if (variants.has(whole)) return 1;
      const parts = rest.length > 0 ? rest : [whole];
      return parts.filter((part) => variants.has(part)).length / parts.length;
    }),
  };
}
