/** Results in tests alone, outside them, or in some files: what is left out is kept beside them, for the ways that lead through it and to say how many. */

import { roleOfPath } from '../../core/file-role.ts';
import type { FileRole } from '../../core/file.ts';
import type { GraphReading } from '../../core/question.ts';
import type { GraphOutcome } from './graph-outcome.ts';
import type { FoundPlace } from './place-in-graph.ts';

/** What a question narrows results to. */
export interface Narrowing {
  readonly only: GraphReading['only'];
  readonly place: FoundPlace | undefined;
}

/** @returns the outcome as it is where nothing was asked to be left out, or of a chain */
export function narrowOutcome(outcome: GraphOutcome, { only, place }: Narrowing): GraphOutcome {
  const files = place?.files;
  if ((only === undefined && files === undefined) || outcome.query === 'chain') return outcome;
  const isWanted = (path: string, role: FileRole): boolean =>
    (only === undefined || (role === 'test') === (only === 'tests')) && files?.has(path) !== false;
  return {
    ...outcome,
    nodes: outcome.nodes.filter(({ path, role }) => isWanted(path, role)),
    narrowing: {
      only,
      within: files === undefined ? undefined : place?.said,
      elsewhere: outcome.nodes.filter(({ path, role }) => !isWanted(path, role)),
    },
    unsure: outcome.unsure.filter(({ path }) => isWanted(path, roleOfPath(path))),
  };
}

/** Results the query behind an outcome told, before any were left out. */
export function givenBy({ nodes, narrowing }: GraphOutcome): number {
  return nodes.length + (narrowing?.elsewhere.length ?? 0);
}

/** The same in words, beside what is told of it. */
export function givenInWords(outcome: GraphOutcome): string {
  const isOfFiles = outcome.narrowing?.within !== undefined;
  return `${givenBy(outcome)}${isOfFiles ? ' in all' : ', tests and sources'}`;
}
