/** Of a name looked up that several definitions bear: how many they are, so that the first is not taken for the only one. */

import type { Evidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';
import type { SymbolRow } from '../ports/chunk-store.ts';
import { mostOfOneName } from './plan-evidence.ts';

interface Told {
  readonly of: SymbolRow;
  readonly evidence: Evidence;
}

/** The others are cited with what tells of them. */
const cited = 4;

/**
 * @param told every definition the answer tells of
 * @returns what goes on from "`run` is a function in `a.py`, line 3", and what it cites; undefined where the name is borne once, or
 *   where the question is of less than the whole repository, so that it is not known how many there are
 */
export function amongNamesakes(
  question: Question,
  first: SymbolRow,
  told: readonly Told[],
): { readonly words: string; readonly cites: readonly Evidence[] } | undefined {
  if (question.class !== 'lookup' || question.paths.length > 0) return undefined;
  const alike = told.filter(({ of }) => of.name === first.name);
  if (alike.length < 2) return undefined;
  const count = alike.length < mostOfOneName ? `${alike.length}` : `${mostOfOneName} or more`;
  // Those of tests are left out where others are found.
  const where = alike.every(({ of }) => of.role === 'source') ? ' in source code' : '';
  return {
    words: `, one of ${count} called \`${first.name}\`${where}`,
    cites: alike.slice(0, cited).map(({ evidence }) => evidence),
  };
}
