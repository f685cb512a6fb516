/** How often the right commit is first or among five, how high it stands, how long it took, and what stood before it. */

import { groupBy } from '../graph/group-by.ts';
import { bootstrapMean } from '../metrics/bootstrap.ts';
import type { Interval } from '../metrics/bootstrap.ts';
import type { AskedCase } from './ask-history.ts';

interface HistoryFigures {
  readonly questions: number;
  /** Shares, 0 to 1. */
  readonly first: number;
  readonly inFive: number;
  /** Mean of 1 over the rank, 0 where it was not among those that came. */
  readonly mrr: number;
  readonly firstInterval: Interval;
  readonly inFiveInterval: Interval;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const five = 5;

export function historyFigures(cases: readonly AskedCase[]): HistoryFigures {
  const values = (of: (one: AskedCase) => number): number[][] =>
    [...groupBy(cases, ({ repository }) => repository).values()].map((group) => group.map(of));
  const first = values(({ rank }) => (rank === 1 ? 1 : 0));
  const inFive = values(({ rank = Infinity }) => (rank <= five ? 1 : 0));
  const times = cases.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    questions: cases.length,
    first: mean(first.flat()),
    inFive: mean(inFive.flat()),
    mrr: mean(cases.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
    firstInterval: bootstrapMean(first),
    inFiveInterval: bootstrapMean(inFive),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/** Why the first entry was told where it was wrong, and where the right one stood. */
export function whereWrong(cases: readonly AskedCase[]): ReadonlyMap<string, number> {
  const wrong = cases.filter(({ rank }) => rank !== 1);
  const told = groupBy(wrong, ({ asked, rank, entries }) => {
    const stood = rank === undefined ? 'nowhere' : rank <= five ? 'second to fifth' : 'later';
    return [asked.kind, entries[0]?.reason ?? 'nothing', stood].join('\0');
  });
  return new Map([...told].map(([key, group]) => [key, group.length]));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
