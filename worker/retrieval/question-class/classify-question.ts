/**
 * Classifies a question by weighted cues (multinomial logistic regression). `fit-classes.py` fits the weights;
 * results are in `test/eval/results/question-classes.md`.
 */

import { biases, cueWeights, type WeighedClass } from './class-weights.ts';
import { questionCues } from './question-cues.ts';

type Sum = readonly [name: WeighedClass, sum: number];

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
  const all = sums.reduce((sum, [, one]) => sum + Math.exp(one), 0);
  const own = sums.find(([name]) => name === questionClass)?.[1];
  return own === undefined ? 0 : Math.exp(own) / all;
}

function classScores(text: string, names: readonly string[]): readonly Sum[] {
  const cues = questionCues(text, names);
  return biases.map(([name, bias], at): Sum => [
    name,
    cues.reduce((sum, cue) => sum + (cueWeights[cue]?.[at] ?? 0), bias),
  ]);
}
