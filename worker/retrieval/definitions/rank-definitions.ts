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
import { groupContributions } from './group-contributions.ts';
import { createTreeEvaluator } from './gradient-boosted-trees.ts';

export interface ScoredDefinition extends Pick<DefinitionCandidate, 'definition' | 'chunks' | 'copies'> {
  /** 0 to 1; 1 is the best of the question. */
  readonly score: number;
  readonly features: DefinitionFeatures;
}

/** Exponent per unit below the best sum, as for ranked chunks, so that their scores are comparable. */
const steepness = 0.25;

const ranker = createTreeEvaluator(fitted);

/** The contributions of groups of features to the sum from which the score was computed. */
export function explainDefinition({ features }: Pick<ScoredDefinition, 'features'>) {
  return groupContributions(ranker.explain(features));
}

/** Factor for each further definition of a file. */
const fileDecay = 0.93;
/** A definition with this fraction of its lines in better ones shows little that is new. */
const maxShownFraction = 0.5;

/** @returns best first, without definitions whose lines better ones show already */
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
    sum: ranker.evaluate(features[index] ?? {}),
  }));
  const sorted = scored.toSorted((a, b) => b.sum - a.sum);
  const best = sorted[0]?.sum ?? 0;
  const shown: ScoredDefinition[] = [];
  for (const { sum, ...scored } of sorted)
    if (shownFraction(scored.definition, shown) < maxShownFraction)
      shown.push({ ...scored, score: Math.exp(steepness * (sum - best)) });
  return applyFileDecay(shown);
}

/** Reduces the score of each further definition of a file, so that other files can rank between them. */
function applyFileDecay(ranked: readonly ScoredDefinition[]): readonly ScoredDefinition[] {
  const earlier = new Map<string, number>();
  return ranked
    .map((scored) => {
      const { path } = scored.definition;
      const count = earlier.get(path) ?? 0;
      earlier.set(path, count + 1);
      return { ...scored, score: roundScore(scored.score * fileDecay ** count) };
    })
    .toSorted((a, b) => b.score - a.score);
}

function shownFraction(
  definition: DefinitionCandidate['definition'],
  shown: readonly ScoredDefinition[],
): number {
  const own = ownRange(definition);
  let lines = 0;
  for (const other of shown) {
    const range = ownRange(other.definition);
    if (overlaps(own, range))
      lines += Math.min(own.endLine, range.endLine) - Math.max(own.startLine, range.startLine) + 1;
  }
  return lines / countLines(own);
}
