/** Combines the scores of all systems. The first system is at the top level; the others are in `compared`, with their differences to the first. */

import { groupBy } from '../graph/group-by.ts';
import { countRefusals } from '../metrics/count-refusals.ts';
import type { Refusals } from '../metrics/count-refusals.ts';
import { compareScores, summarize, summarizeGroups } from '../metrics/summarize.ts';
import type { ScoredCase } from '../metrics/summarize.ts';

export interface SystemScores {
  readonly name: string;
  readonly scored: readonly ScoredCase[];
}

export type EvaluationResult = ReturnType<typeof combineScores>;

export function combineScores(systems: readonly SystemScores[]) {
  const [first = { name: 'none', scored: [] }, ...others] = systems;
  const reference = first.scored;
  return {
    ...summarize(reference),
    system: first.name,
    refusals: countRefusals(reference),
    refusalsBy: {
      category: refusalsBy(reference, ({ evaluationCase }) => evaluationCase.category),
      repository: refusalsBy(reference, ({ evaluationCase }) => evaluationCase.repository),
    },
    by: summarizeGroups(reference),
    compared: others.map(({ name, scored }) => ({
      name,
      ...summarize(scored),
      difference: compareScores(scored, reference),
      bySet: summarizeGroups(scored)['set'] ?? {},
    })),
  };
}

function refusalsBy(
  scored: readonly ScoredCase[],
  getGroup: (scoredCase: ScoredCase) => string,
): Readonly<Record<string, Refusals>> {
  const groups = [...groupBy(scored, getGroup)].map(
    ([key, members]) => [key, countRefusals(members)] as const,
  );
  return Object.fromEntries(groups);
}
