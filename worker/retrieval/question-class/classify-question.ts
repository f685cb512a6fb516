/**
 * The class of a question that asks of a part, told from the cues in its words by a weighed sum for each class (multinomial logistic
 * regression). The weights were fitted on labelled questions by `fit-classes.py`; `test/eval/results/question-classes.md` has what
 * they are worth.
 */

import { biases, cueWeights, type WeighedClass } from './class-weights.ts';
import { questionCues } from './question-cues.ts';

/** @param names those written as code, and paths */
export function classifyQuestion(text: string, names: readonly string[]): WeighedClass {
  const cues = questionCues(text, names);
  const sums = biases.map(([name, bias], at): readonly [WeighedClass, number] => [
    name,
    cues.reduce((sum, cue) => sum + (cueWeights[cue]?.[at] ?? 0), bias),
  ]);
  const [best] = sums.toSorted(([, a], [, b]) => b - a);
  return best?.[0] ?? 'how';
}
