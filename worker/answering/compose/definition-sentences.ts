/**
 * Adds to a definition's sentence how many definitions share its name, and quotes the reason its documentation
 * gives.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import { type Question, containsWord } from '../../core/answers/question.ts';
import type { SymbolDefinition } from '../../core/code/symbol.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { type WordWeight, bestSentence, scoreText } from './choose-quote.ts';
import { maxNamesakes } from './plan-evidence.ts';

interface ComposedDefinition {
  readonly subject: SymbolRow;
  readonly evidence: Evidence;
}

/** The maximum number of namesakes that the count cites. */
const maxCited = 4;

/**
 * @param definitions every definition in the answer
 * @returns the continuation of "`run` is a function in `a.py`, line 3" and its citations. Undefined if the name is
 *   unique, or if the question covers only part of the repository, so that the count is unknown.
 */
export function describeNamesakes(
  question: Question,
  first: SymbolRow,
  definitions: readonly ComposedDefinition[],
): { readonly words: string; readonly cites: readonly Evidence[] } | undefined {
  if (question.class !== 'lookup' || question.paths.length > 0) return undefined;
  const namesakes = definitions.filter(({ subject }) => subject.name === first.name);
  if (namesakes.length < 2) return undefined;
  const count = namesakes.length < maxNamesakes ? `${namesakes.length}` : `${maxNamesakes} or more`;
  // Definitions in tests are excluded if there are others.
  const where = namesakes.every(({ subject }) => subject.role === 'source') ? ' in source code' : '';
  return {
    words: `, one of ${count} called \`${first.name}\`${where}`,
    cites: namesakes.slice(0, maxCited).map(({ evidence }) => evidence),
  };
}

const asksForReason =
  /\bwhy\b|\bhow come\b|\bwhat for\b|\b(?:reason|rationale|motivation)\b|\bfor (?:what|which) purpose\b/i;
/** Verbs that describe a change. Documentation gives reasons for properties, not for changes. */
const changeVerb = /^(?:add|chang|edit|introduc|modif|touch|writ|wrot)/;
/** The weighted fraction of the question, without the name, that the sentence must contain. */
const minCoverage = 0.5;

/** Empty if the question asks for no reason or the documentation gives none. */
export function findDocumentedReason(
  question: Question,
  { qualifiedName, documentation }: Pick<SymbolDefinition, 'qualifiedName' | 'documentation'>,
  { spanText, weight }: { readonly spanText: string; readonly weight: WordWeight },
): string {
  if (!asksForReason.test(question.text)) return '';
  const named = new Set(extractTerms(qualifiedName));
  const terms = question.terms.filter((term) => !containsWord(named, term) && !changeVerb.test(term.word));
  const remaining = { ...question, terms };
  const maxScore = terms.reduce((sum, { word }) => sum + weight(word), 0);
  const sentence = bestSentence(remaining, { text: documentation, spanText }, weight);
  return maxScore > 0 && scoreText(remaining, sentence, weight) >= minCoverage * maxScore ? sentence : '';
}
