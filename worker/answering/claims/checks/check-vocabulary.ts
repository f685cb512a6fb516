/**
 * Checks the claim's own words, clause by clause. Each significant word must appear in the evidence, have a
 * synonym there, or be a generic word for describing code.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem, extractTerms } from '../../../core/text/terms.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { splitClauses } from '../../claim-text/parse-claim.ts';
import { isIntroducingWord, isGenericWord, findSynonyms } from './vocabulary.ts';
import { isNumberWord } from './parse-numbers.ts';

/** One unsupported word is allowed per this many words, because no word list is complete. */
const wordsPerUnsupported = 9;
/** The minimum number of letters that words of one stem share. */
const minSharedStart = 4;

/** Other checks cover these words. */
const checkedElsewhere = new Set(
  'without never none nothing nobody neither nor cannot lack lacks lacking avoid avoids avoiding avoided rarely seldom hardly always sometimes once twice'.split(
    ' ',
  ),
);

/** Returns the clause's significant words in lower case, without duplicates. */
export function significantWords(clause: string): readonly string[] {
  const words = clause.toLowerCase().match(/\p{L}[\p{L}\p{M}\p{Cf}'’]*/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/['’](?:s|t|re|ve|ll|d)?$/, '')))].filter(
    (word) =>
      isLongEnough(word) && !isStopWord(word) && !isIntroducingWord(word) && !checkedElsewhere.has(word),
  );
}

/** Words in other scripts can be short. */
function isLongEnough(word: string): boolean {
  return /^[a-z]+$/.test(word) ? word.length > 2 : word.length > 1;
}

/** Replaces a name that another check covers. */
export const nameMark = ' ◆ ';

/** @param prose the claim's prose with marks in place of names */
export function checkVocabulary(prose: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return splitClauses(prose).flatMap((clause) => {
    const significant = significantWords(clause);
    const words = significant.filter((word) => !isGenericWord(word) && !isNumberWord(word));
    if (words.length > 0) return [clauseCheck(words, { cited, isAboutName: nameAsObject.test(clause) })];
    return significant.length < minGenericWords ||
      nameAsObject.test(clause) ||
      significant.some((word) => isLiteral(word, cited))
      ? []
      : [wordCheck(false, 'None of its words is in the cited lines.')];
  });
}

/** A clause with this many generic words fails if none of them is in the evidence. */
const minGenericWords = 4;
/** A word followed by a name; the statement is about the name. */
const nameAsObject = /[\p{L}].*◆/u;

function isLiteral(word: string, cited: readonly CitedText[]): boolean {
  const base = stem(word);
  return cited.some(({ terms }) => terms.has(word) || terms.has(base) || sharesStemWithAny(word, terms));
}

function wordCheck(passed: boolean, detail: string): ClaimCheck {
  return { check: 'words', passed, detail };
}

function clauseCheck(
  words: readonly string[],
  { cited, isAboutName }: { readonly cited: readonly CitedText[]; readonly isAboutName: boolean },
): ClaimCheck {
  const unsupported = words.filter((word) => !cited.some(({ terms }) => isSupportedBy(word, terms)));
  const isAnchored = isAboutName || words.length === 1 || words.some((word) => isLiteral(word, cited));
  const passed =
    isAnchored && unsupported.length * wordsPerUnsupported <= words.length && !words.some(isDisguised);
  const percent = Math.round((1 - unsupported.length / words.length) * 100);
  const missing = unsupported
    .slice(0, 4)
    .map((word) => `“${word.slice(0, 40)}”`)
    .join(', ');
  if (!isAnchored && unsupported.length === 0)
    return wordCheck(false, `None of the words “${words.slice(0, 4).join(' ')}” is in the cited lines.`);
  const detail = `${percent} % of its words are in the cited lines${passed ? '' : `; missing: ${missing}`}.`;
  return wordCheck(passed, detail);
}

export function isSupportedBy(word: string, terms: ReadonlySet<string>): boolean {
  if (isDisguised(word)) return false;
  const base = stem(word);
  if (terms.has(word) || terms.has(base)) return true;
  for (const other of findSynonyms(word)) if (terms.has(other)) return true;
  const own = extractTerms(word);
  if (own.some((term) => terms.has(term))) return true;
  return word.length > 5 && sharesStemWithAny(word, terms);
}

/** Adds forms that stemming of short words misses: `used` and `using` for `use`. */
function addShortForms(word: string): readonly string[] {
  return [
    word,
    stem(word),
    word.replace(/(?:ed|ing)$/, ''),
    word.replace(/[ds]$/, ''),
    word.replace(/ing$/, 'e'),
    word.replace(/ie[ds]$/, 'y'),
  ];
}

/** Returns whether the word may replace one of the terms. */
export function canReplaceAny(word: string, terms: ReadonlySet<string>): boolean {
  return isSupportedBy(word, new Set([...terms].flatMap(addShortForms)));
}

/** Endings of words with one stem, and parts that abbreviations drop: `configuration` and `config`. */
const endings = new Set(
  `, s, es, ed, d, ing, er, ers, or, ors, r, rs, ion, ions, tion, tions, ation, ations, ment, ments, able, ible, ably, ly, y, ily, al, als, ally, ity, ities, ive, ives, ise, ises,
   ised, ising, iser, isers, isation, ize, izes, ized, izing, izer, izers, ization, ence, ences, ency, encies, ance, ances, ent, ents, ant, ants, ies, ied, ier, iers, ying, ful, less,
   ness, e, ate, ates, ated, ating, ator, ators, ative, ic, ical, ically, ure, ures, ural, ution, utions, ve, ves, ved, ving, se, ses, sed, sing, ze, zes, zed, zing, ser, zer, sis,
   our, ours, ption, ptions, be, bes, bed, bing, sion, sions, de, des, ded, ding, cy, ce, ces, t, uration, urations, urable, ure, ured, uring, eter, eters, ialise, ialised, ialises,
   ialize, ialized, ializes, ialisation, ialization, ialiser, ializer, ialising, ializing, tory, tories, ory, ories, ible, ibly, ency, th, age, ages, ary, aries, al, el, els, le, les`
    .split(',')
    .map((ending) => ending.trim()),
);

/** Returns whether a term shares a beginning and only differs by known endings: `initialise` and `initialize`. */
function sharesStemWithAny(word: string, terms: ReadonlySet<string>): boolean {
  const start = word.slice(0, minSharedStart);
  for (const term of terms) if (term.startsWith(start) && haveSameStem(word, term)) return true;
  return false;
}

function haveSameStem(word: string, term: string): boolean {
  let common = minSharedStart;
  while (common < word.length && word[common] === term[common]) common += 1;
  // The last shared letters may belong to the endings: `validat-e` and `valid-ity`.
  for (let at = common; at >= Math.max(minSharedStart, common - 4); at -= 1)
    if (isEnding(word, at) && isEnding(term, at)) return true;
  return false;
}

/** The consonant before an ending may be doubled. */
function isEnding(word: string, at: number): boolean {
  const rest = word.slice(at);
  return endings.has(rest) || (rest[0] === word[at - 1] && endings.has(rest.slice(1)));
}

const latin = /\p{Script=Latin}/u;
/** Letters that look like Latin ones, and invisible characters. */
const lookAlike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Cf}]/u;

/** Returns whether look-alike letters disguise the word. */
function isDisguised(word: string): boolean {
  return latin.test(word) && lookAlike.test(word);
}
