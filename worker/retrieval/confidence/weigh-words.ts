/** Weighs each word of a question for confidence, and tests which words a text contains. */
import { describingWords } from './describing-words.ts';
import { containsWord, type Question, type QuestionTerm } from '../../core/answers/question.ts';
import { stem } from '../../core/text/terms.ts';
import { commonPrefixLength, inverseFrequency } from '../ranking/measures.ts';

export interface WeighedWord {
  readonly term: QuestionTerm;
  /** The word's rarity, a quarter of it for a describing word, or 0 for the repository's own name. */
  readonly weight: number;
  /** A content word: neither describing nor part of the repository's own name. */
  readonly isContentWord: boolean;
  /** Whether no chunk of the repository contains the word in any form. */
  readonly isAbsent: boolean;
}

/** The weight of a describing word as a fraction of its rarity. */
const describingWeight = 0.25;
/** Coverage of a word if only a related form occurs, such as `manager` for `management`. */
const relatedFormCoverage = 0.7;

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
  const isRepositoryWord = ({ word }: QuestionTerm): boolean => counts.ownWords?.has(word) === true;
  const hasOtherWords = !question.terms.every(isRepositoryWord);
  return question.terms.map((term) => {
    const frequency = counts.frequencies.get(term.word) ?? 0;
    const rarity = inverseFrequency(frequency, counts.chunks);
    const isDescribing = describingWords.has(stem(term.word));
    const weight =
      hasOtherWords && isRepositoryWord(term) ? 0 : isDescribing ? rarity * describingWeight : rarity;
    return {
      term,
      weight,
      isContentWord: !isRepositoryWord(term) && !isDescribing,
      isAbsent: frequency === 0,
    };
  });
}

/** Returns 1 if the terms contain the word, and less for a related form, which shares most of its letters as a prefix. */
export function wordCoverage(terms: ReadonlySet<string>, term: QuestionTerm): number {
  if (containsWord(terms, term)) return 1;
  const { word } = term;
  if (word.length < 6) return 0;
  for (const other of terms) {
    const common = commonPrefixLength(word, other);
    if (common >= 5 && common >= 0.6 * Math.max(word.length, other.length)) return relatedFormCoverage;
  }
  return 0;
}
