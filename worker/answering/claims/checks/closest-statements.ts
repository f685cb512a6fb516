/**
 * Ranks cited statements by their word overlap with a clause. The index is built once per evidence, so a clause
 * costs only the places its words occur in.
 */

import { stem, extractTerms } from '../../../core/text/terms.ts';
import { isSupportedBy } from './check-vocabulary.ts';
import type { CitedText, Statement } from '../../evidence-text/cited-text.ts';
import { synonymsOf } from './vocabulary.ts';

/** A statement that holds less of a clause than this does not speak of it. */
export const leastOverlap = 0.5;

export interface Closeness {
  readonly statement: Statement;
  /** Share of the clause's words that it holds. */
  readonly overlap: number;
}

export interface StatementIndex {
  readonly statements: readonly Statement[];
  /** By place: the share of the words each holds, any form of a word being enough. */
  overlaps(words: readonly (readonly string[])[]): Float64Array;
  /** Places of those that hold one of the terms. */
  holding(terms: readonly string[]): ReadonlySet<number>;
  /** Places of those that bear a word out. */
  bearing(word: string): ReadonlySet<number>;
}

const known = new WeakMap<CitedText, StatementIndex>();

export function statementIndexOf(cited: CitedText): StatementIndex {
  const made = known.get(cited) ?? createIndex(cited.statements());
  known.set(cited, made);
  return made;
}

function createIndex(statements: readonly Statement[]): StatementIndex {
  const places = new Map<string, number[]>();
  for (const [at, { terms }] of statements.entries())
    for (const term of terms) {
      const list = places.get(term);
      if (list === undefined) places.set(term, [at]);
      else list.push(at);
    }
  const holding = (terms: readonly string[]): ReadonlySet<number> =>
    new Set(terms.flatMap((term) => places.get(term) ?? []));
  return {
    statements,
    holding,
    overlaps(words) {
      const shares = new Float64Array(statements.length);
      for (const forms of words) for (const at of holding(forms)) shares[at] = (shares[at] ?? 0) + 1;
      return shares.map((held) => held / Math.max(1, words.length));
    },
    // A word is borne out by single terms: those of all statements that do it tell which.
    bearing: (word) => holding([...places.keys()].filter((term) => isSupportedBy(word, new Set([term])))),
  };
}

/** Those that hold something of it; all where none does. */
export function rankStatements(
  words: readonly string[],
  indexes: readonly StatementIndex[],
): readonly Closeness[] {
  const forms = words.map(formsOf);
  const all = indexes.flatMap((index) => {
    const overlaps = index.overlaps(forms);
    return index.statements.map((statement, at) => ({ statement, overlap: overlaps[at] ?? 0 }));
  });
  const close = all.filter(({ overlap }) => overlap > 0);
  return close.length > 0 ? close : all;
}

/** What a word may stand as: itself, its stem, its parts, and words put for it. */
export function formsOf(word: string): readonly string[] {
  return [...new Set([word, stem(word), ...extractTerms(word), ...synonymsOf(word)])];
}

export function highestOverlap(close: readonly Closeness[], is: (statement: Statement) => boolean): number {
  let most = 0;
  for (const { statement, overlap } of close) if (overlap > most && is(statement)) most = overlap;
  return most;
}
