/** States how much of a question a commit's message covers, and what is missing from the known history. */

import type { QuestionTerm } from '../../../core/answers/question.ts';
import type { HistoryState } from '../../../core/history/history.ts';
import type { CommitRow } from '../../../ports/history-store.ts';
import type { LineHistoryScores } from '../../../retrieval/history/weigh-line-histories.ts';
import { readQuestion } from '../../../retrieval/question/read-question.ts';
import { historyNotes } from '../../browse/read-history.ts';
import type { RegionSpan } from './history-regions.ts';

/** Minimum fraction of lines with unknown origin at which the answer mentions them. */
const notableUnknownFraction = 0.1;

/** Returns the fraction of the terms that the commit's message contains. */
export function commitCoverage(commit: CommitRow | undefined, terms: readonly QuestionTerm[]): number {
  if (commit === undefined || terms.length === 0) return 0;
  const { terms: messageTerms } = readQuestion(commit.message);
  const forms = new Set(messageTerms.flatMap((term) => term.variants));
  return terms.filter((term) => term.variants.some((variant) => forms.has(variant))).length / terms.length;
}

/** Notes on gaps in the history. Empty if the origin of every line is known. */
export function buildHistoryNotes(
  { unknown }: LineHistoryScores,
  state: HistoryState,
  spans: readonly RegionSpan[],
): readonly string[] {
  if (!state.isComplete) return historyNotes(state);
  if (spans.length === 0 || unknown < notableUnknownFraction) return [];
  const unknownLines =
    'The origin of some of these lines is not known: they are not committed, or the known history starts later.';
  return [...historyNotes(state), unknownLines];
}
