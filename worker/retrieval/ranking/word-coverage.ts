/**
 * Measures how much of a question a text contains, and how much of a name the question contains, weighted by
 * rarity.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { TermWeights } from './candidate.ts';

export interface WordCoverage {
  /** Share of the question's weight that stands in texts, taken together. */
  held(...texts: readonly string[]): number;
  /** Share of a name's own parts that the question has: 1 for `sessionSigner` where both words are asked for. */
  covered(name: string): number;
}

/** A text is looked at so far: documentation comes from strangers. */
export const longestText = 4_000;

/** Terms of texts read lately: of one repository the same paths, names and documentation are looked at question after question. */
const kept = new Map<string, ReadonlySet<string>>();
/** Characters of the texts kept, some ten bytes each with their terms; then begun anew. */
const maxKept = 400_000;
let keptLength = 0;

function termSet(text: string): ReadonlySet<string> {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = new Set(extractTerms(text.slice(0, longestText)));
  if (keptLength + text.length > maxKept) {
    kept.clear();
    keptLength = 0;
  }
  kept.set(text, made);
  keptLength += text.length;
  return made;
}

export function createWordCoverage(
  { terms }: { readonly terms: readonly QuestionTerm[] },
  weights: TermWeights,
): WordCoverage {
  const total = terms.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) || 1;
  const asked = new Set(terms.flatMap((term) => term.variants));
  return {
    held(...texts) {
      const sets = texts.filter((text) => text !== '').map(termSet);
      if (sets.length === 0) return 0;
      const held = { has: (term: string) => sets.some((set) => set.has(term)) };
      const found = terms.filter((term) => containsWord(sets.length === 1 ? (sets[0] ?? held) : held, term));
      return found.reduce((sum, term) => sum + (weights.get(term.word) ?? 1), 0) / total;
    },
    covered(name) {
      const [whole, ...rest] = termSet(name);
      if (whole === undefined) return 0;
      if (asked.has(whole)) return 1;
      const parts = rest.length > 0 ? rest : [whole];
      return parts.filter((part) => asked.has(part)).length / parts.length;
    },
  };
}
