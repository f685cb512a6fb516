/**
 * Filters graph results to tests, to sources or to some files. Excluded results stay in `elsewhere`, since paths to other results may pass
 * through them.
 */

import type { GraphReading } from '../../../core/answers/question.ts';
import { detectFileRole } from '../../../core/files/file-role.ts';
import type { FileRole } from '../../../core/files/file.ts';
import type { GraphOutcome } from '../../graph/graph-query.ts';
import type { ResolvedPlace } from './resolve-graph-place.ts';

/** The filter that a question states for results. */
export interface OutcomeFilter {
  readonly only: GraphReading['only'];
  readonly place: ResolvedPlace | undefined;
}

/** @returns the outcome unchanged for a chain, and if the question states no filter */
export function filterOutcome(outcome: GraphOutcome, { only, place }: OutcomeFilter): GraphOutcome {
  const files = place?.files;
  if ((only === undefined && files === undefined) || outcome.query === 'chain') return outcome;
  const isIncluded = (path: string, role: FileRole): boolean =>
    (only === undefined || (role === 'test') === (only === 'tests')) && files?.has(path) !== false;
  return {
    ...outcome,
    nodes: outcome.nodes.filter(({ path, role }) => isIncluded(path, role)),
    narrowing: {
      only,
      within: files === undefined ? undefined : place?.name,
      elsewhere: outcome.nodes.filter(({ path, role }) => !isIncluded(path, role)),
    },
    unsure: outcome.unsure.filter(({ path }) => isIncluded(path, detectFileRole(path))),
  };
}

/** The number of results before the filter. */
export function countUnfiltered({ nodes, narrowing }: GraphOutcome): number {
  return nodes.length + (narrowing?.elsewhere.length ?? 0);
}

/** The number of results before the filter, in words. */
export function describeUnfiltered(outcome: GraphOutcome): string {
  const filtersFiles = outcome.narrowing?.within !== undefined;
  return `${countUnfiltered(outcome)}${filtersFiles ? ' in all' : ', tests and sources'}`;
}
