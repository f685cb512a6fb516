/**
 * Finds which of a question's terms occur in texts: the same ones as `extractTerms` returns, but without a list of all terms of each text. Looks for
 * the letters that every word with one of the terms contains, and reads only the words around them.
 */

import { ascii, asciiWordPattern, extractWordTerms, irregularForms, stem, wordPattern } from './terms.ts';

export type TermFinder = (text: string) => ReadonlySet<string>;

export function createTermFinder(terms: ReadonlySet<string>): TermFinder {
  const termsByWord = new Map<string, readonly string[]>();
  const findInWord = (word: string): readonly string[] => {
    const known = termsByWord.get(word);
    if (known !== undefined) return known;
    const found = extractWordTerms(word).filter((term) => terms.has(term));
    termsByWord.set(word, found);
    return found;
  };
  const letters = [...new Set([...terms].flatMap(listLetters))];
  const pattern = letters.length === 0 ? undefined : new RegExp(letters.join('|'), 'g');
  return (text) => {
    const present = new Set<string>();
    const isAscii = ascii.test(text);
    // Only ASCII letters have the same positions in lower case.
    const words = isAscii ? findWords(text, pattern) : (text.match(wordPattern) ?? []);
    for (const word of words) for (const term of findInWord(word)) present.add(term);
    return present;
  };
}

const wordCharacter = /[A-Za-z0-9_]/;

/** Returns the words of an ASCII text that contain a match of the pattern. */
function findWords(text: string, pattern: RegExp | undefined): readonly string[] {
  if (pattern === undefined) return [];
  const lower = text.toLowerCase();
  const words: string[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(lower); match !== null; match = pattern.exec(lower)) {
    let start = match.index;
    let end = pattern.lastIndex;
    while (start > 0 && wordCharacter.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && wordCharacter.test(text.charAt(end))) end += 1;
    words.push(...(text.slice(start, end).match(asciiWordPattern) ?? []));
    pattern.lastIndex = end;
  }
  return words;
}

/** Irregular word forms by their stem. */
const formsByStem = new Map<string, string[]>();
for (const form of irregularForms.keys()) {
  const stemmed = stem(form);
  formsByStem.set(stemmed, [...(formsByStem.get(stemmed) ?? []), form]);
}

/** Lists letters in lower case of which every word that has the term contains at least one list. A stem may end in a `y` or `e` of its own. */
function listLetters(term: string): readonly string[] {
  if (!/^[a-z0-9_]+$/.test(term)) return [];
  return [term.length > 2 ? term.replace(/[ye]$/, '') : term, ...(formsByStem.get(term) ?? [])];
}
