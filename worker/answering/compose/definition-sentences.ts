/**
 * Adds to a definition's sentence how many definitions share its name, and quotes the reason its documentation
 * gives.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import { type Question, containsWord } from '../../core/answers/question.ts';
import type { SymbolDefinition } from '../../core/code/symbol.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { type WordWeight, bestSentence, scoreOf } from './choose-quote.ts';
import { maxNamesakes } from './plan-evidence.ts';

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
export function describeNamesakes(
  question: Question,
  first: SymbolRow,
  told: readonly Told[],
): { readonly words: string; readonly cites: readonly Evidence[] } | undefined {
  if (question.class !== 'lookup' || question.paths.length > 0) return undefined;
  const alike = told.filter(({ of }) => of.name === first.name);
  if (alike.length < 2) return undefined;
  const count = alike.length < maxNamesakes ? `${alike.length}` : `${maxNamesakes} or more`;
  // Those of tests are left out where others are found.
  const where = alike.every(({ of }) => of.role === 'source') ? ' in source code' : '';
  return {
    words: `, one of ${count} called \`${first.name}\`${where}`,
    cites: alike.slice(0, cited).map(({ evidence }) => evidence),
  };
}

const asksForReason =
  /\bwhy\b|\bhow come\b|\bwhat for\b|\b(?:reason|rationale|motivation)\b|\bfor (?:what|which) purpose\b/i;
/** That something was done to it is no property that documentation would give a reason for. */
const deed = /^(?:add|chang|edit|introduc|modif|touch|writ|wrot)/;
/** Share of the weight of what is asked besides the name that the sentence must hold. */
const heldEnough = 0.5;

/** Empty where no reason is asked for, or the documentation says nothing of it. */
export function findDocumentedReason(
  question: Question,
  { qualifiedName, documentation }: Pick<SymbolDefinition, 'qualifiedName' | 'documentation'>,
  { spanText, weight }: { readonly spanText: string; readonly weight: WordWeight },
): string {
  if (!asksForReason.test(question.text)) return '';
  const named = new Set(extractTerms(qualifiedName));
  const terms = question.terms.filter((term) => !containsWord(named, term) && !deed.test(term.word));
  const asked = { ...question, terms };
  const most = terms.reduce((sum, { word }) => sum + weight(word), 0);
  const sentence = bestSentence(asked, { text: documentation, spanText }, weight);
  return most > 0 && scoreOf(asked, sentence, weight) >= heldEnough * most ? sentence : '';
}
