/**
 * Computes signals of whether the best spans answer a question, or only share its words. A repository knows the words of many questions that it
 * does not answer.
 */

import type { Question } from '../../core/answers/question.ts';
import { readQuestionTraits } from '../definitions/question-traits.ts';
import { signalNames, type Signals } from './confidence-signals.ts';

/**
 * The first signals are those of the repository. `asksQuantity`, `asksManner`, `asksReason`: 1 if the question asks for a number, a way or a reason;
 * `leadInFile`: the highest fraction of the first sentence that the file of a best span contains; `nearestGap`: how much the nearest chunk is closer
 * than the tenth; `terms`, `names`: the scaled number of significant words and of names written as code; `refersToDefinition`: 1 if it names a
 * definition; `subject`: what it asks about, compared with questions that repositories answer. Adding a signal requires a new fit.
 */
export const shownSignalNames = [
  ...signalNames,
  'asksQuantity',
  'asksManner',
  'asksReason',
  'leadInFile',
  'nearestGap',
  'terms',
  'names',
  'refersToDefinition',
  'subject',
] as const;

export type ShownSignals = Readonly<Record<(typeof shownSignalNames)[number], number>>;

/** Values from which on the signal is 1. A longer question is not more certain. */
const maxTerms = 12;
const maxNames = 4;
/** The chunk with which the nearest one is compared. */
const gapIndex = 9;

export function computeShownSignals(
  question: Question,
  {
    signals,
    similarities,
    ...found
  }: {
    readonly signals: Signals;
    /** Cosines of the nearest chunks, nearest first; empty if nothing is embedded. */
    readonly similarities: readonly number[];
    readonly leadInFile: number;
    readonly refersToDefinition: boolean;
    readonly subject: number;
  },
): ShownSignals {
  const { asksQuantity = 0, asksManner = 0, asksReason = 0 } = readQuestionTraits(question);
  const scale = (count: number, max: number): number => Math.min(1, count / max);
  return {
    ...signals,
    asksQuantity,
    asksManner,
    asksReason,
    leadInFile: found.leadInFile,
    nearestGap: Math.max(0, (similarities[0] ?? 0) - (similarities[gapIndex] ?? 0)),
    terms: scale(question.terms.length, maxTerms),
    names: scale(question.identifiers.length, maxNames),
    refersToDefinition: Number(found.refersToDefinition),
    subject: found.subject,
  };
}
