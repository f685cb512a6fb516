/**
 * Ranks cited statements by their word overlap with a clause. The index is built once per evidence, so that a clause
 * is compared only with statements that contain its words.
 */

import { stem, extractTerms } from '../../../core/text/terms.ts';
import { isSupportedBy } from './check-vocabulary.ts';
import type { CitedText, Statement } from '../../evidence-text/cited-text.ts';
import { findSynonyms } from './vocabulary.ts';

/** A statement with less overlap is about something else. */
export const minOverlap = 0.5;

export interface Closeness {
  readonly statement: Statement;
  /** The fraction of the clause's words in the statement. */
  readonly overlap: number;
}

export interface StatementIndex {
  readonly statements: readonly Statement[];
  /** For each statement, the fraction of the words that it contains in any form. */
  overlaps(words: readonly (readonly string[])[]): Float64Array;
  /** Indexes of statements that contain one of the terms. */
  containingAny(terms: readonly string[]): ReadonlySet<number>;
  /** Indexes of statements that support the word. */
  supporting(word: string): ReadonlySet<number>;
}

const cache = new WeakMap<CitedText, StatementIndex>();

export function indexStatements(cited: CitedText): StatementIndex {
  const index = cache.get(cited) ?? createIndex(cited.statements());
  cache.set(cited, index);
  return index;
}

function createIndex(statements: readonly Statement[]): StatementIndex {
  const indexesByTerm = new Map<string, number[]>();
  for (const [at, { terms }] of statements.entries())
    for (const term of terms) {
      const list = indexesByTerm.get(term);
      if (list === undefined) indexesByTerm.set(term, [at]);
      else list.push(at);
    }
  const findContaining = (terms: readonly string[]): ReadonlySet<number> =>
    new Set(terms.flatMap((term) => indexesByTerm.get(term) ?? []));
  return {
    statements,
    containingAny: findContaining,
    overlaps(words) {
      const fractions = new Float64Array(statements.length);
      for (const forms of words)
        for (const at of findContaining(forms)) fractions[at] = (fractions[at] ?? 0) + 1;
      return fractions.map((count) => count / Math.max(1, words.length));
    },
    // Each term is tested alone, because a single term is enough to support a word.
    supporting: (word) =>
      findContaining([...indexesByTerm.keys()].filter((term) => isSupportedBy(word, new Set([term])))),
  };
}

/** Returns statements that overlap the words, or all if none does. */
export function rankStatements(
  words: readonly string[],
  indexes: readonly StatementIndex[],
): readonly Closeness[] {
  const forms = words.map(wordForms);
  const all = indexes.flatMap((index) => {
    const overlaps = index.overlaps(forms);
    return index.statements.map((statement, at) => ({ statement, overlap: overlaps[at] ?? 0 }));
  });
  const close = all.filter(({ overlap }) => overlap > 0);
  return close.length > 0 ? close : all;
}

/** Returns the word, its stem, its parts and its synonyms. */
export function wordForms(word: string): readonly string[] {
  return [...new Set([word, stem(word), ...extractTerms(word), ...findSynonyms(word)])];
}

export function highestOverlap(
  close: readonly Closeness[],
  matches: (statement: Statement) => boolean,
): number {
  let highest = 0;
  for (const { statement, overlap } of close) if (overlap > highest && matches(statement)) highest = overlap;
  return highest;
}
