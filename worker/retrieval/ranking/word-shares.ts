/** How much of a question a text holds, and how much of the text the question: both weighed by how rare words are. */

import { holdsWord, type Question } from '../../core/question.ts';
import { termsOf } from '../../core/terms.ts';
import type { TermWeights } from './candidate.ts';

export interface WordShares {
  /** Share of the question's weight that stands in a text. */
  held(text: string): number;
  /** Share of a name's own parts that the question has: 1 for `sessionSigner` where both words are asked for. */
  covered(name: string): number;
}

/** A text is looked at so far: documentation comes from strangers. */
const longestText = 4_000;

export function createWordShares(question: Question, weights: TermWeights): WordShares {
  const total = question.terms.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) || 1;
  const asked = new Set(question.terms.flatMap((term) => term.variants));
  // Paths and names of one file's chunks are the same again and again.
  const termsKept = new Map<string, ReadonlySet<string>>();
  const termSet = (text: string): ReadonlySet<string> => {
    const known = termsKept.get(text);
    if (known !== undefined) return known;
    const made = new Set(termsOf(text.slice(0, longestText)));
    termsKept.set(text, made);
    return made;
  };
  return {
    held(text) {
      if (text === '') return 0;
      const terms = termSet(text);
      const found = question.terms.filter((term) => holdsWord(terms, term));
      return found.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) / total;
    },
    covered(name) {
      const terms = [...termSet(name)];
      if (terms.length === 0) return 0;
      if (terms[0] !== undefined && asked.has(terms[0])) return 1;
      const parts = terms.length > 1 ? terms.slice(1) : terms;
      return parts.filter((part) => asked.has(part)).length / parts.length;
    },
  };
}
