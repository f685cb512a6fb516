/** How close the statements of what is cited are to a clause of a claim. */

import type { Statement } from './cited-text.ts';

/** A statement that holds less of a clause than this does not speak of it. */
export const leastOverlap = 0.5;

export interface Closeness {
  readonly statement: Statement;
  /** Share of the clause's words that it holds. */
  readonly overlap: number;
}

export function best(close: readonly Closeness[], is: (statement: Statement) => boolean): number {
  let most = 0;
  for (const { statement, overlap } of close) if (overlap > most && is(statement)) most = overlap;
  return most;
}
