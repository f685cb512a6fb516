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
  /** Forms of the question's words that occur, with the number of chunks that contain each. */
  readonly presentForms: ReadonlyMap<string, number>;
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
    presentForms: found,
  };
}

/**
 * Maximum chunks that a search scores, at about two microseconds each, beyond those with its rarest word. Other chunks contain only frequent words,
 * which hardly affect the ranking.
 */
const maxScored = 2_500;
/** A large repository scores more, because its rare words are more frequent too. */
const maxScoredFraction = 0.03;

/**
 * Selects the terms to search, rarest word first. Drops words in more than a third of the chunks if other words remain, and then the most
 * frequent forms that together occur in too many chunks, because each chunk with any of them is scored. A compound such as `jsParser` may be
 * searched without its frequent parts.
 */
export function selectSearchTerms(
  terms: readonly QuestionTerm[],
  { frequencies, presentForms }: TermStatistics,
  chunks: number,
): readonly string[] {
  const findFrequency = (term: QuestionTerm): number => frequencies.get(term.word) ?? 0;
  const present = terms
    .filter((term) => findFrequency(term) > 0)
    .toSorted((a, b) => findFrequency(a) - findFrequency(b));
  const distinctive = present.filter((term) => findFrequency(term) <= Math.max(20, chunks / 3));
  const [first, ...others] = distinctive.length > 0 ? distinctive : present;
  if (first === undefined) return [];
  const count = (form: string): number => presentForms.get(form) ?? 0;
  const isCompound = first.alternatives.some((parts) => parts.length > 1);
  const forms = first.variants.filter((form) => count(form) > 0).toSorted((a, b) => count(a) - count(b));
  const selected = new Set(isCompound ? forms.slice(0, 1) : first.variants);
  let remaining = maxScored + chunks * maxScoredFraction;
  for (const form of [...forms, ...others.flatMap(({ variants }) => variants)]) {
    if (selected.has(form) || count(form) > remaining) continue;
    selected.add(form);
    remaining -= count(form);
  }
  return [...selected].slice(0, maxTerms);
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
