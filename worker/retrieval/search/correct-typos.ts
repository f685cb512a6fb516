/**
 * Corrects misspelled words to terms of the repository, such as `chnuk` to `chunk`. Corrects only likely typing
 * or hearing errors; inflected forms are not typos.
 */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { stem } from '../../core/text/terms.ts';
import type { TextIndex } from '../../ports/text-index.ts';
import { commonPrefixLength } from '../ranking/measures.ts';

/** A written word in lower case, and its correction. */
interface TypoCorrection {
  readonly word: string;
  readonly term: string;
}

/** Maximum number of corrected words in a question. Each scans the terms of the vocabulary with the same first letters. */
const maxWords = 3;
/** Maximum terms compared with one word. */
const maxTerms = 200;
/** Minimum word length. A shorter word is one typo away from too many others. */
const minWordLength = 5;
const maxWordLength = 40;
/** Minimum length for a superfluous letter: `chart` is not `cart`. */
const minLengthForExtraLetter = 6;
/** Minimum length for a replaced letter: `block` is not `black`. */
const minLengthForReplacedLetter = 7;
const minLengthForTwoTypos = 9;

/** @param frequencies how many chunks contain each word of the question */
export async function findTypoCorrections(
  textIndex: Pick<TextIndex, 'similarTerms'>,
  key: SnapshotKey,
  { question, frequencies }: { question: Question; frequencies: ReadonlyMap<string, number> },
): Promise<readonly TypoCorrection[]> {
  // "Where is chunkstoer?" asks for a name; its closest matches are offered instead.
  if (question.class === 'lookup' && question.terms.length === 1) return [];
  const wordsInCode = new Set(
    [...question.identifiers, ...question.paths].flatMap((name) => name.toLowerCase().split(/[./]/)),
  );
  const isPlain = ({ word }: QuestionTerm): boolean =>
    word.length >= minWordLength &&
    word.length <= maxWordLength &&
    /^\p{Ll}+$/u.test(word) &&
    !wordsInCode.has(word);
  const absent = question.terms.filter((term) => (frequencies.get(term.word) ?? 0) === 0 && isPlain(term));
  const found = await Promise.all(
    absent.slice(0, maxWords).map(async ({ word }) => {
      const term = findClosestTerm(word, await textIndex.similarTerms(key, buildSimilarTermsQuery(word)));
      return term === undefined ? [] : [{ word, term }];
    }),
  );
  return found.flat();
}

/** Replaces the misspelled words in a text. Text in backticks is unchanged. */
export function applyCorrections(text: string, similar: readonly TypoCorrection[]): string {
  const terms = new Map(similar.map(({ word, term }) => [word, term]));
  return text.replaceAll(/`[^`\n]*`|[\p{L}\p{N}_$]+/gu, (found) => terms.get(found.toLowerCase()) ?? found);
}

function buildSimilarTermsQuery(word: string) {
  const [first = '', second = ''] = word;
  const typos = maxTyposIn(word);
  return {
    prefixes: second === first ? [first] : [first, second + first],
    pieces: splitIntoPieces(word, typos),
    minLength: word.length - typos,
    maxLength: word.length + typos,
    limit: maxTerms,
  };
}

/**
 * Splits a word so that every term within this many typos contains at least one whole piece: there is one more piece than typos (the
 * pigeonhole principle of Navarro, "A guided tour to approximate string matching", 2001). Pieces are one letter apart, so that no swap
 * changes two of them.
 */
function splitIntoPieces(word: string, typos: number): readonly string[] {
  const size = Math.floor((word.length - typos) / (typos + 1));
  return Array.from({ length: typos + 1 }, (_, at) => word.slice(at * (size + 1), at * (size + 1) + size));
}

/** Returns the term with the fewest typos. Ties go to the term in most chunks, then to the first in the alphabet. */
function findClosestTerm(word: string, terms: ReadonlyMap<string, number>): string | undefined {
  const maxTypos = maxTyposIn(word);
  const closeTerms = [...terms].flatMap(([term, chunks]) => {
    const typos = countTypos(word, term);
    return typos > maxTypos || !/^\p{Ll}+$/u.test(term) || isOtherForm(word, term)
      ? []
      : [{ term, chunks, typos }];
  });
  // The index also contains stems, which nobody writes: `handl` for `handle`.
  const isStemOnly = ({ term, typos }: (typeof closeTerms)[number]): boolean =>
    closeTerms.some((other) => other.term !== term && other.typos <= typos && stem(other.term) === term);
  const writtenTerms = closeTerms.filter((candidate) => !isStemOnly(candidate));
  return writtenTerms.toSorted(
    (a, b) => a.typos - b.typos || b.chunks - a.chunks || (a.term < b.term ? -1 : 1),
  )[0]?.term;
}

/** Endings of English word forms that the index's stemmer does not remove. */
const endings: ReadonlySet<string> = new Set(
  `,e,r,s,d,t,y,al,an,at,cy,ed,en,er,es,ic,le,ly,or,rs,ve,ant,ate,ent,ers,ing,ion,ism,ist,ity,ive,ize,ise,ors,able,ance,ence,ible,ions,ment,ness,ation,ator`.split(
    ',',
  ),
);

/** The same ending with another vowel: `ance` and `ence`, `er` and `or`. */
const sameExceptVowel = /^[aeio](\w+) [aeio]\1$/;

function isOtherForm(word: string, term: string): boolean {
  const common = commonPrefixLength(word, term);
  const [ending, otherEnding] = [word.slice(common), term.slice(common)];
  if (sameExceptVowel.test(`${ending} ${otherEnding}`)) return false;
  const isEnding = (candidate: string): boolean =>
    // `users` is a form of `use`, but `vectrs` is not a form of `vect`.
    endings.has(candidate) && (!/^(?:r|rs|d)$/.test(candidate) || word.charAt(common - 1) === 'e');
  return isEnding(ending) && isEnding(otherEnding);
}

function maxTyposIn(word: string): number {
  return word.length < minLengthForTwoTypos ? 1 : 2;
}

/** Returns the edit distance with swaps (optimal string alignment), or `Infinity` if accepted typos cannot turn the word into the term. */
function countTypos(word: string, term: string): number {
  const added = word.length < minLengthForExtraLetter ? Infinity : 1;
  let previousRow: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: term.length + 1 }, (_, dropped) => dropped);
  for (const [i, letter] of [...word].entries()) {
    const next = [(row[0] ?? 0) + added];
    for (const [j, other] of [...term].entries()) {
      const changed =
        letter === other
          ? 0
          : word.length >= minLengthForReplacedLetter && isMistakenFor(letter, other)
            ? 1
            : Infinity;
      const isSwapped = i > 0 && j > 0 && letter === term[j - 1] && word[i - 1] === other;
      next.push(
        Math.min(
          (row[j + 1] ?? Infinity) + added,
          (next[j] ?? Infinity) + 1,
          (row[j] ?? Infinity) + changed,
          isSwapped ? (previousRow[j - 1] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [previousRow, row] = [row, next];
  }
  return row[term.length] ?? Infinity;
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const vowels = 'aeiouy';
/** Letters that sound alike. */
const similarSounds = ['sz', 'ck', 'cs', 'sc', 'zs', 'kc'];

/** A neighbor on the keyboard, another vowel, or a letter with the same sound. */
function isMistakenFor(letter: string, other: string): boolean {
  if (vowels.includes(letter) && vowels.includes(other)) return true;
  if (similarSounds.includes(letter + other)) return true;
  return rows.some((keys) => {
    const [a, b] = [keys.indexOf(letter), keys.indexOf(other)];
    return a >= 0 && b >= 0 && Math.abs(a - b) === 1;
  });
}
