/**
 * Checks the claim's own words, clause by clause. Each significant word must appear in the evidence, have a
 * synonym there, or be a generic word for describing code.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem, extractTerms } from '../../../core/text/terms.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { splitClauses } from '../../claim-text/parse-claim.ts';
import { isIntroducingWord, isGenericWord, synonymsOf } from './vocabulary.ts';
import { isNumberWord } from './check-numbers.ts';

/** So many words of a clause one may be strange: writers have more words than any list. */
const wordsForOneStrange = 9;
/** Letters that words of one stem have in common at least. */
const beginning = 4;

/** Held to what is cited by themselves. */
const denying = new Set(
  'without never none nothing nobody neither nor cannot lack lacks lacking avoid avoids avoiding avoided rarely seldom hardly always sometimes once twice'.split(
    ' ',
  ),
);

/** Words that say something, in lower case, each once. */
export function significantWords(clause: string): readonly string[] {
  const words = clause.toLowerCase().match(/\p{L}[\p{L}\p{M}\p{Cf}'’]*/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/['’](?:s|t|re|ve|ll|d)?$/, '')))].filter(
    (word) => isTelling(word) && !isStopWord(word) && !isIntroducingWord(word) && !denying.has(word),
  );
}

/** Letters of other scripts say much by few. */
function isTelling(word: string): boolean {
  return /^[a-z]+$/.test(word) ? word.length > 2 : word.length > 1;
}

/** Stands for a name that is checked by itself. */
export const nameMark = ' ◆ ';

/** @param prose with marks where names stand */
export function checkVocabulary(prose: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return splitClauses(prose).flatMap((clause) => {
    const telling = significantWords(clause);
    const words = telling.filter((word) => !isGenericWord(word) && !isNumberWord(word));
    if (words.length > 0) return [clauseCheck(words, { cited, isOfName: namesObject.test(clause) })];
    return telling.length < fewestPlain ||
      namesObject.test(clause) ||
      telling.some((word) => isLiteral(word, cited))
      ? []
      : [check(false, 'It says nothing that the cited lines have a word of.')];
  });
}

/** So many words that say little, none of which stands in what is cited, are a clause that nothing bears out. */
const fewestPlain = 4;
/** A word and then a name: what is said is said of the name. */
const namesObject = /[\p{L}].*◆/u;

function isLiteral(word: string, cited: readonly CitedText[]): boolean {
  const base = stem(word);
  return cited.some(({ terms }) => terms.has(word) || terms.has(base) || beginsAlike(word, terms));
}

function check(passed: boolean, detail: string): ClaimCheck {
  return { check: 'words', passed, detail };
}

function clauseCheck(
  words: readonly string[],
  { cited, isOfName }: { readonly cited: readonly CitedText[]; readonly isOfName: boolean },
): ClaimCheck {
  const strange = words.filter((word) => !cited.some(({ terms }) => isSupportedBy(word, terms)));
  const isSaidThere = isOfName || words.length === 1 || words.some((word) => isLiteral(word, cited));
  const passed =
    isSaidThere && strange.length * wordsForOneStrange <= words.length && !words.some(isDisguised);
  const share = Math.round((1 - strange.length / words.length) * 100);
  const told = strange
    .slice(0, 4)
    .map((word) => `“${word.slice(0, 40)}”`)
    .join(', ');
  if (!isSaidThere && strange.length === 0)
    return check(false, `Of “${words.slice(0, 4).join(' ')}” no word is in the cited lines.`);
  const detail = `${share} % of its words are in the cited lines${passed ? '' : `: nothing there speaks of ${told}`}.`;
  return check(passed, detail);
}

export function isSupportedBy(word: string, terms: ReadonlySet<string>): boolean {
  if (isDisguised(word)) return false;
  const base = stem(word);
  if (terms.has(word) || terms.has(base)) return true;
  for (const other of synonymsOf(word)) if (terms.has(other)) return true;
  const own = extractTerms(word);
  if (own.some((term) => terms.has(term))) return true;
  return word.length > 5 && beginsAlike(word, terms);
}

/** `configuration` and `config`, `initialise` and `initialize`. */
/** As far as rules of endings reach, which stems of short words do not: `used` and `using` of `use`. */
function formsOf(word: string): readonly string[] {
  return [
    word,
    stem(word),
    word.replace(/(?:ed|ing)$/, ''),
    word.replace(/[ds]$/, ''),
    word.replace(/ing$/, 'e'),
    word.replace(/ie[ds]$/, 'y'),
  ];
}

/** Whether a word may be put in another's place. */
export function canReplaceAny(word: string, terms: ReadonlySet<string>): boolean {
  return isSupportedBy(word, new Set([...terms].flatMap(formsOf)));
}

/** What words of one stem end in, and what is cut off where a name is short for a word: `configuration` and `config`. */
const endings = new Set(
  `, s, es, ed, d, ing, er, ers, or, ors, r, rs, ion, ions, tion, tions, ation, ations, ment, ments, able, ible, ably, ly, y, ily, al, als, ally, ity, ities, ive, ives, ise, ises,
   ised, ising, iser, isers, isation, ize, izes, ized, izing, izer, izers, ization, ence, ences, ency, encies, ance, ances, ent, ents, ant, ants, ies, ied, ier, iers, ying, ful, less,
   ness, e, ate, ates, ated, ating, ator, ators, ative, ic, ical, ically, ure, ures, ural, ution, utions, ve, ves, ved, ving, se, ses, sed, sing, ze, zes, zed, zing, ser, zer, sis,
   our, ours, ption, ptions, be, bes, bed, bing, sion, sions, de, des, ded, ding, cy, ce, ces, t, uration, urations, urable, ure, ured, uring, eter, eters, ialise, ialised, ialises,
   ialize, ialized, ializes, ialisation, ialization, ialiser, ializer, ialising, ializing, tory, tories, ory, ories, ible, ibly, ency, th, age, ages, ary, aries, al, el, els, le, les`
    .split(',')
    .map((ending) => ending.trim()),
);

/** `configuration` and `config`, `initialise` and `initialize`: what both begin with, and endings of one stem. */
function beginsAlike(word: string, terms: ReadonlySet<string>): boolean {
  const start = word.slice(0, beginning);
  for (const term of terms) if (term.startsWith(start) && isOfOneStem(word, term)) return true;
  return false;
}

function isOfOneStem(word: string, term: string): boolean {
  let common = beginning;
  while (common < word.length && word[common] === term[common]) common += 1;
  // Of a longer beginning some letters may be of the ending: `validat-e` and `valid-ity`.
  for (let at = common; at >= Math.max(beginning, common - 4); at -= 1)
    if (isEnding(word, at) && isEnding(term, at)) return true;
  return false;
}

/** A consonant may be doubled before it. */
function isEnding(word: string, at: number): boolean {
  const rest = word.slice(at);
  return endings.has(rest) || (rest[0] === word[at - 1] && endings.has(rest.slice(1)));
}

const latin = /\p{Script=Latin}/u;
/** Letters that look like Latin ones, and signs that are not seen. */
const lookAlike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Cf}]/u;

/** Written to be read as another word. */
function isDisguised(word: string): boolean {
  return latin.test(word) && lookAlike.test(word);
}
