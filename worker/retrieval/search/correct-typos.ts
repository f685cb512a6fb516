/**
 * Corrects misspelled words to terms of the repository, such as `chnuk` to `chunk`. Only likely typing or hearing
 * errors count; inflected forms are not typos.
 */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { stem } from '../../core/text/terms.ts';
import type { TextIndex } from '../../ports/text-index.ts';
import { commonPrefixLength } from '../ranking/measures.ts';

/** A word as it is written, lower case, and what it is read as. */
interface TypoCorrection {
  readonly word: string;
  readonly term: string;
}

/** Words looked up for one question: each walks the part of the vocabulary that begins like it. */
const mostWords = 3;
/** Terms held against one word. */
const mostTerms = 200;
/** A shorter word is a slip away from too many. */
const shortestWord = 5;
const longestWord = 40;
/** From here on a word may have a letter too many: `chart` is not `cart`. */
const shortestOverfull = 6;
/** From here on a letter may stand for another: `block` is not `black`. */
const shortestChanged = 7;
const shortestOfTwoSlips = 9;

/** @param frequencies how many chunks hold each word of the question */
export async function findTypoCorrections(
  textIndex: Pick<TextIndex, 'similarTerms'>,
  key: SnapshotKey,
  { question, frequencies }: { question: Question; frequencies: ReadonlyMap<string, number> },
): Promise<readonly TypoCorrection[]> {
  // "Where is chunkstoer?" asks for a name: those like it are told instead.
  if (question.class === 'lookup' && question.terms.length === 1) return [];
  const asCode = new Set(
    [...question.identifiers, ...question.paths].flatMap((name) => name.toLowerCase().split(/[./]/)),
  );
  const isPlain = ({ word }: QuestionTerm): boolean =>
    word.length >= shortestWord && word.length <= longestWord && /^\p{Ll}+$/u.test(word) && !asCode.has(word);
  const absent = question.terms.filter((term) => (frequencies.get(term.word) ?? 0) === 0 && isPlain(term));
  const found = await Promise.all(
    absent.slice(0, mostWords).map(async ({ word }) => {
      const term = nearestOf(word, await textIndex.similarTerms(key, likeOf(word)));
      return term === undefined ? [] : [{ word, term }];
    }),
  );
  return found.flat();
}

/** The text with each word written as what it is read as; what is in backticks stays. */
export function applyCorrections(text: string, similar: readonly TypoCorrection[]): string {
  const terms = new Map(similar.map(({ word, term }) => [word, term]));
  return text.replaceAll(/`[^`\n]*`|[\p{L}\p{N}_$]+/gu, (found) => terms.get(found.toLowerCase()) ?? found);
}

function likeOf(word: string) {
  const [first = '', second = ''] = word;
  const slips = slipsIn(word);
  return {
    beginnings: second === first ? [first] : [first, second + first],
    pieces: piecesOf(word, slips),
    shortest: word.length - slips,
    longest: word.length + slips,
    limit: mostTerms,
  };
}

/**
 * Pieces one of which every term so many slips away holds whole: one more than the slips (the pigeonholes of approximate matching:
 * Navarro, "A guided tour to approximate string matching", 2001), a letter apart, so that no swap spoils two.
 */
function piecesOf(word: string, slips: number): readonly string[] {
  const size = Math.floor((word.length - slips) / (slips + 1));
  return Array.from({ length: slips + 1 }, (_, at) => word.slice(at * (size + 1), at * (size + 1) + size));
}

/** The least slips away; of those as near the one most chunks hold, and then the first in the alphabet. */
function nearestOf(word: string, terms: ReadonlyMap<string, number>): string | undefined {
  const most = slipsIn(word);
  const near = [...terms].flatMap(([term, held]) => {
    const slips = slipsBetween(word, term);
    return slips > most || !/^\p{Ll}+$/u.test(term) || isOtherForm(word, term) ? [] : [{ term, held, slips }];
  });
  // Beside a word the index holds its stem, which nobody writes: `handl` of `handle`.
  const isStemOnly = ({ term, slips }: (typeof near)[number]): boolean =>
    near.some((other) => other.term !== term && other.slips <= slips && stem(other.term) === term);
  const whole = near.filter((one) => !isStemOnly(one));
  return whole.toSorted((a, b) => a.slips - b.slips || b.held - a.held || (a.term < b.term ? -1 : 1))[0]
    ?.term;
}

/** What English ends the forms of one word with, beyond the stem of the index's terms. */
const endings: ReadonlySet<string> = new Set(
  `,e,r,s,d,t,y,al,an,at,cy,ed,en,er,es,ic,le,ly,or,rs,ve,ant,ate,ent,ers,ing,ion,ism,ist,ity,ive,ize,ise,ors,able,ance,ence,ible,ions,ment,ness,ation,ator`.split(
    ',',
  ),
);

/** The same ending, heard wrong: `ance` of `ence`, `er` of `or`. */
const sameButVowel = /^[aeio](\w+) [aeio]\1$/;

function isOtherForm(word: string, term: string): boolean {
  const common = commonPrefixLength(word, term);
  const [ending, other] = [word.slice(common), term.slice(common)];
  if (sameButVowel.test(`${ending} ${other}`)) return false;
  const isEnding = (one: string): boolean =>
    // `users` of `use`, but no `vectrs` of `vect`.
    endings.has(one) && (!/^(?:r|rs|d)$/.test(one) || word.charAt(common - 1) === 'e');
  return isEnding(ending) && isEnding(other);
}

function slipsIn(word: string): number {
  return word.length < shortestOfTwoSlips ? 1 : 2;
}

/** Letters dropped, added, changed or swapped with the next (optimal string alignment); `Infinity` where no slips make them one. */
function slipsBetween(word: string, term: string): number {
  const added = word.length < shortestOverfull ? Infinity : 1;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: term.length + 1 }, (_, dropped) => dropped);
  for (const [i, letter] of [...word].entries()) {
    const next = [(row[0] ?? 0) + added];
    for (const [j, other] of [...term].entries()) {
      const changed =
        letter === other ? 0 : word.length >= shortestChanged && isMistakenFor(letter, other) ? 1 : Infinity;
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

/** Beside it on the keyboard, or a vowel for a vowel, or of the same sound. */
function isMistakenFor(letter: string, other: string): boolean {
  if (vowels.includes(letter) && vowels.includes(other)) return true;
  if (alike.includes(letter + other)) return true;
  return rows.some((keys) => {
    const [a, b] = [keys.indexOf(letter), keys.indexOf(other)];
    return a >= 0 && b >= 0 && Math.abs(a - b) === 1;
  });
}
