/**
 * Classifies a question by weighted cues (multinomial logistic regression). `fit-classes.py` fits the weights;
 * results are in `test/eval/results/question-classes.md`.
 */

import { biases, cueWeights, type WeighedClass } from './class-weights.ts';
import { findQuestionCues } from './question-cues.ts';

type ClassSum = readonly [name: WeighedClass, sum: number];

/** @param names names written as code, and paths */
export function classifyQuestion(text: string, names: readonly string[]): WeighedClass {
  const [best] = classScores(text, names).toSorted(([, a], [, b]) => b - a);
  return best?.[0] ?? 'how';
}

/**
 * Returns the probability of a class, 0 to 1.
 * @param names names written as code, and paths
 */
export function classProbability(
  questionClass: WeighedClass,
  text: string,
  names: readonly string[],
): number {
  const sums = classScores(text, names);
  const total = sums.reduce((sum, [, other]) => sum + Math.exp(other), 0);
  const classSum = sums.find(([name]) => name === questionClass)?.[1];
  return classSum === undefined ? 0 : Math.exp(classSum) / total;
}

function classScores(text: string, names: readonly string[]): readonly ClassSum[] {
  const cues = findQuestionCues(text, names);
  return biases.map(([name, bias], at): ClassSum => [
    name,
    cues.reduce((sum, cue) => sum + (cueWeights[cue]?.[at] ?? 0), bias),
  ]);
}
