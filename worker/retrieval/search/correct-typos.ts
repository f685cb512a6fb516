/**
 * Corrects misspelled words to terms of the repository, such as `chnuk` to `chunk`. Only likely typing or hearing
 * errors count; inflected forms are not typos.
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

/** Maximum words corrected in a question; each one scans the part of the vocabulary with the same beginning. */
const maxWords = 3;
/** Maximum terms compared with one word. */
const maxTerms = 200;
/** A shorter word is one typo away from too many others. */
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
  const asCode = new Set(
    [...question.identifiers, ...question.paths].flatMap((name) => name.toLowerCase().split(/[./]/)),
  );
  const isPlain = ({ word }: QuestionTerm): boolean =>
    word.length >= minWordLength &&
    word.length <= maxWordLength &&
    /^\p{Ll}+$/u.test(word) &&
    !asCode.has(word);
  const absent = question.terms.filter((term) => (frequencies.get(term.word) ?? 0) === 0 && isPlain(term));
  const found = await Promise.all(
    absent.slice(0, maxWords).map(async ({ word }) => {
      const term = findClosestTerm(word, await textIndex.similarTerms(key, buildSimilarTermsQuery(word)));
      return term === undefined ? [] : [{ word, term }];
    }),
  );
  return found.flat();
}

/** The text with corrected words. Text in backticks stays. */
export function applyCorrections(text: string, similar: readonly TypoCorrection[]): string {
  const terms = new Map(similar.map(({ word, term }) => [word, term]));
  return text.replaceAll(/`[^`\n]*`|[\p{L}\p{N}_$]+/gu, (found) => terms.get(found.toLowerCase()) ?? found);
}

function buildSimilarTermsQuery(word: string) {
  const [first = '', second = ''] = word;
  const typos = maxTyposIn(word);
  return {
    beginnings: second === first ? [first] : [first, second + first],
    pieces: splitIntoPieces(word, typos),
    shortest: word.length - typos,
    longest: word.length + typos,
    limit: maxTerms,
  };
}

/**
 * Pieces of a word, at least one of which every term within this many typos contains whole: one more piece than typos (the pigeonhole
 * principle of Navarro, "A guided tour to approximate string matching", 2001), one letter apart, so that no swap changes two.
 */
function splitIntoPieces(word: string, typos: number): readonly string[] {
  const size = Math.floor((word.length - typos) / (typos + 1));
  return Array.from({ length: typos + 1 }, (_, at) => word.slice(at * (size + 1), at * (size + 1) + size));
}

/** The term with the fewest typos, then the one in most chunks, then the first in the alphabet. */
function findClosestTerm(word: string, terms: ReadonlyMap<string, number>): string | undefined {
  const most = maxTyposIn(word);
  const near = [...terms].flatMap(([term, chunks]) => {
    const typos = countTypos(word, term);
    return typos > most || !/^\p{Ll}+$/u.test(term) || isOtherForm(word, term)
      ? []
      : [{ term, chunks, typos }];
  });
  // The index also contains stems, which nobody writes: `handl` for `handle`.
  const isStemOnly = ({ term, typos }: (typeof near)[number]): boolean =>
    near.some((other) => other.term !== term && other.typos <= typos && stem(other.term) === term);
  const whole = near.filter((one) => !isStemOnly(one));
  return whole.toSorted((a, b) => a.typos - b.typos || b.chunks - a.chunks || (a.term < b.term ? -1 : 1))[0]
    ?.term;
}

/** Endings of English word forms that the index's stemmer does not remove. */
const endings: ReadonlySet<string> = new Set(
  `,e,r,s,d,t,y,al,an,at,cy,ed,en,er,es,ic,le,ly,or,rs,ve,ant,ate,ent,ers,ing,ion,ism,ist,ity,ive,ize,ise,ors,able,ance,ence,ible,ions,ment,ness,ation,ator`.split(
    ',',
  ),
);

/** The same ending with another vowel: `ance` and `ence`, `er` and `or`. */
const sameButVowel = /^[aeio](\w+) [aeio]\1$/;

function isOtherForm(word: string, term: string): boolean {
  const common = commonPrefixLength(word, term);
  const [ending, other] = [word.slice(common), term.slice(common)];
  if (sameButVowel.test(`${ending} ${other}`)) return false;
  const isEnding = (one: string): boolean =>
    // `users` is a form of `use`, but `vectrs` is not a form of `vect`.
    endings.has(one) && (!/^(?:r|rs|d)$/.test(one) || word.charAt(common - 1) === 'e');
  return isEnding(ending) && isEnding(other);
}

function maxTyposIn(word: string): number {
  return word.length < minLengthForTwoTypos ? 1 : 2;
}

/** Edit distance with swaps (optimal string alignment); `Infinity` if no accepted typos turn one into the other. */
function countTypos(word: string, term: string): number {
  const added = word.length < minLengthForExtraLetter ? Infinity : 1;
  let before: readonly number[] = [];
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
          isSwapped ? (before[j - 1] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[term.length] ?? Infinity;
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const vowels = 'aeiouy';
/** Letters that sound alike. */
const alike = ['sz', 'ck', 'cs', 'sc', 'zs', 'kc'];

/** A neighbor on the keyboard, another vowel, or a letter with the same sound. */
function isMistakenFor(letter: string, other: string): boolean {
  if (vowels.includes(letter) && vowels.includes(other)) return true;
  if (alike.includes(letter + other)) return true;
  return rows.some((keys) => {
    const [a, b] = [keys.indexOf(letter), keys.indexOf(other)];
    return a >= 0 && b >= 0 && Math.abs(a - b) === 1;
  });
}
