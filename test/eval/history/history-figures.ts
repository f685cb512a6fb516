/** Computes the figures of history questions: how often the right commit is first or among the first five, its reciprocal rank, durations and wrong first entries. */

import { groupBy } from '../graph/group-by.ts';
import { bootstrapMean } from '../metrics/bootstrap.ts';
import type { Interval } from '../metrics/bootstrap.ts';
import type { HistoryCaseResult } from './evaluate-question.ts';

interface HistoryFigures {
  readonly questions: number;
  /** Fractions, 0 to 1. */
  readonly first: number;
  readonly inFive: number;
  /** Mean reciprocal rank. An absent commit counts as 0. */
  readonly mrr: number;
  readonly firstInterval: Interval;
  readonly inFiveInterval: Interval;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const five = 5;

export function computeHistoryFigures(cases: readonly HistoryCaseResult[]): HistoryFigures {
  const values = (getValue: (result: HistoryCaseResult) => number): number[][] =>
    [...groupBy(cases, ({ repository }) => repository).values()].map((group) => group.map(getValue));
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

/** Counts wrong first entries by the kind of the question, the reason the entry was listed, and the rank of the right commit. */
export function countWrongFirstEntries(cases: readonly HistoryCaseResult[]): ReadonlyMap<string, number> {
  const wrong = cases.filter(({ rank }) => rank !== 1);
  const groups = groupBy(wrong, ({ asked, rank, entries }) => {
    const rightRank = rank === undefined ? 'absent' : rank <= five ? 'second to fifth' : 'later';
    return [asked.kind, entries[0]?.reason ?? 'nothing', rightRank].join('\0');
  });
  return new Map([...groups].map(([key, group]) => [key, group.length]));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}
