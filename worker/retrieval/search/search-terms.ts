/** Converts a question's words to search terms, and weighs them by their rarity in the repository. */

import type { QuestionTerm } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { TextIndex } from '../../ports/text-index.ts';
import { inverseFrequency } from '../ranking/measures.ts';
import type { TermWeights } from '../ranking/candidate.ts';

/** Maximum number of terms in a query, because each scans its postings. */
const maxTerms = 32;

export interface TermStatistics {
  /** How many chunks contain each content word in any form. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Forms of the question's words that occur in some chunk. */
  readonly presentForms: ReadonlySet<string>;
}

export async function readTermStatistics(
  textIndex: Pick<TextIndex, 'documentFrequencies'>,
  key: SnapshotKey,
  terms: readonly QuestionTerm[],
): Promise<TermStatistics> {
  const forms = [...new Set(terms.flatMap((term) => term.variants))];
  const found = await textIndex.documentFrequencies(key, forms);
  const maxFrequency = (term: QuestionTerm): number =>
    Math.max(0, ...term.alternatives.map((terms) => Math.min(...terms.map((form) => found.get(form) ?? 0))));
  return {
    frequencies: new Map(terms.map((term) => [term.word, maxFrequency(term)])),
    presentForms: new Set(found.keys()),
  };
}

/**
 * Selects the terms to search. Drops words in more than a third of the chunks if other words remain, because they cost most and do not
 * affect the ranking. The rarest words come first, because only some words of a long question are searched.
 */
export function selectSearchTerms(
  terms: readonly QuestionTerm[],
  frequencies: ReadonlyMap<string, number>,
  chunks: number,
): readonly string[] {
  const findFrequency = (term: QuestionTerm): number => frequencies.get(term.word) ?? 0;
  const present = terms
    .filter((term) => findFrequency(term) > 0)
    .toSorted((a, b) => findFrequency(a) - findFrequency(b));
  const distinctive = present.filter((term) => findFrequency(term) <= Math.max(20, chunks / 3));
  const selected = distinctive.length > 0 ? distinctive : present;
  return [...new Set(selected.flatMap((term) => term.variants))].slice(0, maxTerms);
}

/** Returns the rarity of each word. An unknown word is treated as if it occurred once. */
export function weighTerms(
  terms: readonly QuestionTerm[],
  frequencies: ReadonlyMap<string, number>,
  chunks: number,
): TermWeights {
  return new Map(
    terms.map(
      ({ word }) => [word, inverseFrequency(Math.max(1, frequencies.get(word) ?? 0), chunks)] as const,
    ),
  );
}
