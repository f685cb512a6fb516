/**
 * Looks up names that end in a number, such as `SHA-256`, `int64` and `TLS1.3`. Separators and case are ignored.
 * The same word with another number contradicts the claim.
 */

import type { SearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import type { LookUp } from '../look-up.ts';

/** Letters followed by digits, with or without a hyphen; the `v` of a version is not a name. */
const numberedName = /(?<![\p{L}\p{N}_.#-])(?!v\d)(\p{L}{1,40})-?(\d{1,15}(?:\.\d{1,9})*)/giu;
/** An abbreviation and a number separated by a space: `TLS 1.3`. */
const abbreviated = /(?<![\p{L}\p{N}_.#-])([A-Z]{2,10}) (\d{1,15}(?:\.\d{1,9})*)/gu;
const nameInText = /(\p{L}{1,60})[^\p{L}\p{N}\n]{0,4}(\d{1,15}(?:\.\d{1,9})*)/gu;

interface NumberedName {
  readonly word: string;
  readonly number: string;
}

const cache = new WeakMap<SearchableEvidence, readonly NumberedName[]>();

/** @param prose the claim without names in back-ticks */
export function lookUpNumberedNames(
  prose: string,
  evidence: readonly SearchableEvidence[],
): readonly LookUp[] {
  const names = [...prose.matchAll(numberedName)].map((match) => lookUp(match, evidence));
  // "GET 200" and "THE 2": without a hyphen, it is a name only if the evidence has the word with a number.
  const abbreviations = [...prose.matchAll(abbreviated)].flatMap((match) => {
    const result = lookUp(match, evidence);
    return result.place === undefined && result.isContradicted !== true ? [] : [result];
  });
  return [...names, ...abbreviations];
}

function lookUp(match: RegExpExecArray, evidence: readonly SearchableEvidence[]): LookUp {
  const [item] = match;
  const found = evidence.find((searchable) => findNames(searchable).some((name) => isSame(name, match)));
  if (found !== undefined) return { check: 'number', item, place: found.place };
  const others = evidence.flatMap(findNames).filter(({ word }) => isSameWord(word, match[1] ?? ''));
  const stated = [...new Set(others.map(({ word, number }) => `${word} ${number}`))].slice(0, 4).join(', ');
  if (stated === '') return { check: 'number', item, place: undefined };
  const detail = `${item} not found; the cited source has ${stated}.`;
  return { check: 'number', item, place: undefined, detail, isContradicted: true };
}

function findNames(searchable: SearchableEvidence): readonly NumberedName[] {
  const found = cache.get(searchable) ?? parseNames(`${searchable.names}\n${searchable.text}`);
  cache.set(searchable, found);
  return found;
}

function parseNames(text: string): readonly NumberedName[] {
  return Array.from(text.matchAll(nameInText), ([, word = '', number = '']) => ({ word, number }));
}

/** `3` also matches `3.11`. */
function isSame({ word, number }: NumberedName, [, name = '', value = '']: RegExpExecArray): boolean {
  return isSameWord(word, name) && (number === value || number.startsWith(`${value}.`));
}

/** Matches the whole name or its last word, as in `createSha`. */
function isSameWord(word: string, name: string): boolean {
  const own = word.slice(-name.length);
  if (own.toLowerCase() !== name.toLowerCase()) return false;
  return word.length === name.length || /^\p{Lu}/u.test(own);
}
