/** Scores lines by how likely they are part of the answer, with trees that `fit-line-scorer.py` fitted to lines marked by readers. */

import { createTreeEvaluator } from '../definitions/gradient-boosted-trees.ts';
import type { ScoredLine } from './choose-block.ts';
import type { DescribedLine } from './describe-lines.ts';
import fitted from './line-scorer.json' with { type: 'json' };

const evaluator = createTreeEvaluator(fitted);

export function scoreLines(lines: readonly DescribedLine[]): readonly ScoredLine[] {
  return lines.map((line) => ({
    ...line,
    score: line.kind === 'blank' ? 0 : toProbability(evaluator.evaluate(line.features)),
  }));
}

/** The logistic function. */
function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
