/** The scores of all systems as one value: the first system's at the top, the others' beside, with their differences. */

import { groupBy } from '../graph/group-by.ts';
import { countRefusals } from '../metrics/count-refusals.ts';
import type { Refusals } from '../metrics/count-refusals.ts';
import { compareScores, summarise, summariseGroups } from '../metrics/summarise.ts';
import type { ScoredCase } from '../metrics/summarise.ts';

export interface SystemScores {
  readonly name: string;
  readonly scored: readonly ScoredCase[];
}

export type EvaluationResult = ReturnType<typeof resultOf>;

export function resultOf(systems: readonly SystemScores[]) {
  const [first = { name: 'none', scored: [] }, ...others] = systems;
  const reference = first.scored;
  return {
    ...summarise(reference),
    system: first.name,
    refusals: countRefusals(reference),
    refusalsBy: {
      category: refusalsBy(reference, ({ asked }) => asked.category),
      repository: refusalsBy(reference, ({ asked }) => asked.repository),
    },
    by: summariseGroups(reference),
    compared: others.map(({ name, scored }) => ({
      name,
      ...summarise(scored),
      difference: compareScores(scored, reference),
      bySet: summariseGroups(scored)['set'] ?? {},
    })),
  };
}

function refusalsBy(
  scored: readonly ScoredCase[],
  groupOf: (one: ScoredCase) => string,
): Readonly<Record<string, Refusals>> {
  const groups = [...groupBy(scored, groupOf)].map(([key, all]) => [key, countRefusals(all)] as const);
  return Object.fromEntries(groups);
}
