/** Weighs each word of a question for confidence, and tests which words a text contains. */

import { containsWord, type Question, type QuestionTerm } from '../../core/answers/question.ts';
import { stem } from '../../core/text/terms.ts';
import { commonPrefixLength, inverseFrequency } from '../ranking/measures.ts';
import { describingWords } from './describing-words.ts';

export interface WeighedWord {
  readonly term: QuestionTerm;
  /** Its rarity; a quarter of it for a describing word; 0 for the repository's own name. */
  readonly weight: number;
  /** A content word: neither describing nor part of the repository's own name. */
  readonly isContentWord: boolean;
  /** No chunk of the repository contains it in any form. */
  readonly isAbsent: boolean;
}

/** Fraction of its rarity that a describing word weighs. */
const describingWeight = 0.25;
/** Coverage by a related form only, such as `manager` for `management`. */
const relatedForm = 0.7;

/**
 * @param frequencies how many chunks contain each word
 * @param ownWords words of the repository's own name, which distinguish nothing
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
  const hasOtherWords = !question.terms.every(isOwn);
  return question.terms.map((term) => {
    const frequency = counts.frequencies.get(term.word) ?? 0;
    const rarity = inverseFrequency(frequency, counts.chunks);
    const describes = describingWords.has(stem(term.word));
    const weight = hasOtherWords && isOwn(term) ? 0 : describes ? rarity * describingWeight : rarity;
    return { term, weight, isContentWord: !isOwn(term) && !describes, isAbsent: frequency === 0 };
  });
}

/** 1 if the terms contain the word, less for a related form, which shares a prefix of most of both words. */
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
