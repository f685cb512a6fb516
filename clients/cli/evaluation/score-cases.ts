/** Computes how early the results of searches contain an expected place. */

import type { Place } from './read-cases.ts';

interface Result {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** The position of the first result that has a line of an expected place, from 1; undefined if none has. */
export function findRank(expected: readonly Place[], results: readonly Result[]): number | undefined {
  const index = results.findIndex((result) => expected.some((place) => overlaps(place, result)));
  return index < 0 ? undefined : index + 1;
}

function overlaps({ path, lines }: Place, result: Result): boolean {
  if (path !== result.path) return false;
  return lines === undefined || (lines[0] <= result.endLine && lines[1] >= result.startLine);
}

export interface Figures {
  readonly cases: number;
  /** Shares of cases with an expected place among the first 1, 5 and 10 results, from 0 to 1. */
  readonly hit1: number;
  readonly hit5: number;
  readonly hit10: number;
  /** Mean of 1 divided by the rank. */
  readonly mrr10: number;
}

export function computeFigures(ranks: readonly (number | undefined)[]): Figures {
  const share = (count: number): number => (ranks.length === 0 ? 0 : count / ranks.length);
  const hitWithin = (limit: number): number =>
    share(ranks.filter((rank) => rank !== undefined && rank <= limit).length);
  const reciprocals = ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0);
  return {
    cases: ranks.length,
    hit1: hitWithin(1),
    hit5: hitWithin(5),
    hit10: hitWithin(10),
    mrr10: share(reciprocals),
  };
}
