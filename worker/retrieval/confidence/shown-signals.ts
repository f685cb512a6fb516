/**
 * Computes signals of whether the best spans answer a question, or only share its words. A repository knows the words of many questions that it
 * does not answer.
 */

import type { Signals } from './confidence-signals.ts';

/**
 * `leadInFile`: the highest fraction of the first sentence that the file of a best span contains; `nearestGap`: how much the nearest chunk is closer
 * to the question than the tenth. The signals of the repository are used too.
 */
export interface ShownSignals extends Signals {
  readonly leadInFile: number;
  readonly nearestGap: number;
}

/** The signals that the model weighs. Adding a signal requires a new fit. */
export const shownSignalNames = ['best', 'near', 'pairs', 'leadInFile', 'nearestGap'] as const;

/** The chunk with which the nearest one is compared. */
const gapIndex = 9;

/** @param similarities cosines of the nearest chunks, nearest first; empty if nothing is embedded */
export function addShownSignals(
  signals: Signals,
  { similarities, leadInFile }: { readonly similarities: readonly number[]; readonly leadInFile: number },
): ShownSignals {
  const nearestGap = Math.max(0, (similarities[0] ?? 0) - (similarities[gapIndex] ?? 0));
  return { ...signals, leadInFile, nearestGap };
}
