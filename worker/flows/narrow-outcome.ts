/** Results in tests alone, or outside them: what is left out is kept beside them, for the ways that lead through it and to say how many. */

import { roleOfPath } from '../core/file-role.ts';
import type { GraphReading } from '../core/question.ts';
import type { GraphOutcome } from './graph-outcome.ts';

/** @returns the outcome as it is where nothing was asked to be left out, or of a chain */
export function narrowOutcome(outcome: GraphOutcome, only: GraphReading['only']): GraphOutcome {
  if (only === undefined || outcome.query === 'chain') return outcome;
  const isWanted = (role: string): boolean => (role === 'test') === (only === 'tests');
  return {
    ...outcome,
    nodes: outcome.nodes.filter(({ role }) => isWanted(role)),
    narrowing: { only, elsewhere: outcome.nodes.filter(({ role }) => !isWanted(role)) },
    unsure: outcome.unsure.filter(({ path }) => isWanted(roleOfPath(path))),
  };
}

/** Results the query behind an outcome told, before any were left out. */
export function givenBy({ nodes, narrowing }: GraphOutcome): number {
  return nodes.length + (narrowing?.elsewhere.length ?? 0);
}
