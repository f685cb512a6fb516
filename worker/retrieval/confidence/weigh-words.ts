/** Weighs each word of a question for confidence, and tests which words a text contains. */

import { containsWord, type Question, type QuestionTerm } from '../../core/answers/question.ts';
import { stem } from '../../core/text/terms.ts';
import { commonPrefixLength, inverseFrequency } from '../ranking/measures.ts';
import { describingWords } from './describing-words.ts';

export interface WeighedWord {
  readonly term: QuestionTerm;
  /** How rare it is, a quarter of that for a describing word, 0 for the repository's own name. */
  readonly weight: number;
  /** It is said of little software: neither describing nor the repository's own name. */
  readonly isTelling: boolean;
  /** No chunk of the repository holds it in any form. */
  readonly isAbsent: boolean;
}

/** What a word said of any software weighs of its rarity. */
const describingWeight = 0.25;
/** A word found in a related form alone: `management` where there is `manager`. */
const relatedForm = 0.7;

/**
 * @param frequencies how many chunks hold each word.
 * @param ownWords words of the repository's own name: said of all of it, they tell nothing apart.
 */
export function weighWords(
  question: Question,
  counts: {
    readonly frequencies: ReadonlyMap<string, number>;
    readonly chunks: number;
    readonly ownWords?: ReadonlySet<string> | undefined;
  },
): readonly WeighedWord[] {
  const isOwn = ({ word }: QuestionTerm): boolean => counts.ownWords?.has(word) === true;
  const saysMore = !question.terms.every(isOwn);
  return question.terms.map((term) => {
    const frequency = counts.frequencies.get(term.word) ?? 0;
    const rarity = inverseFrequency(frequency, counts.chunks);
    const describes = describingWords.has(stem(term.word));
    const weight = saysMore && isOwn(term) ? 0 : describes ? rarity * describingWeight : rarity;
    return { term, weight, isTelling: !isOwn(term) && !describes, isAbsent: frequency === 0 };
  });
}

/** 1 where terms hold the word, less where they hold a related form: a common beginning of most of both words. */
export function wordCoverage(terms: ReadonlySet<string>, term: QuestionTerm): number {
  if (containsWord(terms, term)) return 1;
  const { word } = term;
  if (word.length < 6) return 0;
  for (const other of terms) {
    const common = commonPrefixLength(word, other);
    if (common >= 5 && common >= 0.6 * Math.max(word.length, other.length)) return relatedForm;
  }
  return 0;
}
