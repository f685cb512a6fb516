/** Ranks the definitions that may answer a question with the fitted trees (`definition-ranker.json`, written by `fit-definition-ranker.py`). */

import { roundScore } from '../ranking/candidate.ts';
import {
  describeDefinitions,
  type DefinitionCandidate,
  type DefinitionFeatures,
  type QuestionContext,
} from './definition-features.ts';
import { countLines, overlaps, ownRange } from './definition.ts';
import fitted from './definition-ranker.json' with { type: 'json' };
import { createTreeEvaluator } from './gradient-boosted-trees.ts';

export interface ScoredDefinition extends Pick<DefinitionCandidate, 'definition' | 'chunks' | 'copies'> {
  /** 0 to 1; 1 is the best of the question. */
  readonly score: number;
  readonly features: DefinitionFeatures;
}

/** Exponent per unit below the best sum, as for ranked chunks, so that their scores are comparable. */
const steepness = 0.25;

const evaluate = createTreeEvaluator(fitted);

/** @returns best first, without definitions inside a better one */
export function rankDefinitions(
  context: QuestionContext,
  candidates: readonly DefinitionCandidate[],
): readonly ScoredDefinition[] {
  const features = describeDefinitions(context, candidates);
  const scored = candidates.map(({ definition, chunks, copies }, index) => ({
    definition,
    chunks,
    copies,
    features: features[index] ?? {},
    sum: evaluate(features[index] ?? {}),
  }));
  const sorted = scored.toSorted((a, b) => b.sum - a.sum);
  const best = sorted[0]?.sum ?? 0;
  const shown: ScoredDefinition[] = [];
  for (const { sum, ...scored } of sorted)
    if (!shown.some((other) => isInside(scored.definition, other.definition)))
      shown.push({ ...scored, score: roundScore(Math.exp(steepness * (sum - best))) });
  return shown;
}

type Placed = DefinitionCandidate['definition'];

function isInside(inner: Placed, outer: Placed): boolean {
  const [own, other] = [ownRange(inner), ownRange(outer)];
  return (
    overlaps(own, other) &&
    own.startLine >= other.startLine &&
    own.endLine <= other.endLine &&
    countLines(own) <= countLines(other)
  );
}
