/** Names that look like one that is not there, as the refusal of a question to the graph tells them: of the problem's details as far as they are names. */
import type { Problem } from './problem.ts';

export interface NearName {
  readonly name: string;
  readonly path: string;
}

/** Null for any other refusal. */
export function nearestNames(problem: Pick<Problem, 'code' | 'details'>): readonly NearName[] | null {
  if (problem.code !== 'symbol_not_found') return null;
  const near: unknown = problem.details?.['nearest'];
  return Array.isArray(near) ? near.filter(isNearName) : [];
}

function isNearName(value: unknown): value is NearName {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'name' in value && typeof value.name === 'string' && 'path' in value && typeof value.path === 'string'
  );
}
