/** Describes the error of a call for a model, and logs errors that nobody expected: no route of the API has logged them. */

import { nearestNames } from '../contract/graph/client.ts';
import { ProblemError } from '../contract/request.ts';
import { AppError, toAppError } from '../core/errors.ts';

/** @returns what happened and what to do; of an error that nobody expected only that, because its message may contain anything */
export function describeProblem(thrown: unknown): string {
  if (thrown instanceof ProblemError) {
    const { title, detail, fix, code } = thrown.problem;
    const nearest = nearestNames(thrown.problem) ?? [];
    const names = nearest.map(({ name, path }) => `${name} in ${path}`).join(', ');
    const help =
      names === '' ? 'Search for the beginning of the name with find_symbol.' : `Closest names: ${names}.`;
    return `${title} (${code}). ${detail} ${code === 'symbol_not_found' ? help : fix}`.trim();
  }
  logUnexpected(thrown);
  const { title, message, fix, code } = thrown instanceof AppError ? thrown : toAppError(thrown);
  return `${title} (${code}). ${code === 'internal' ? '' : message} ${fix}`.replaceAll(/ +/g, ' ').trim();
}

function logUnexpected(thrown: unknown): void {
  const isCancelled = thrown instanceof DOMException && thrown.name === 'AbortError';
  if (thrown instanceof AppError || isCancelled) return;
  const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.error(JSON.stringify({ event: 'MCP call failed', error }));
}
