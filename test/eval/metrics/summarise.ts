/** Means over cases, with intervals, as a whole and by what the cases have in common. */

import { percentile } from '../../bench/percentile.ts';
import { languageOfCase } from '../evaluation-case.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import { groupBy } from '../graph/group-by.ts';
import type { Ranking } from '../system.ts';
import { bootstrapMean } from './bootstrap.ts';
import type { Interval } from './bootstrap.ts';
import { metricNames } from './score-case.ts';
import type { MetricName, Scores } from './score-case.ts';

export interface ScoredCase {
  readonly asked: EvaluationCase;
  readonly ranking: Ranking;
  /** Undefined where the case only asks whether to answer. */
  readonly scores: Scores | undefined;
}

type Means = Partial<Record<MetricName, number>>;

export interface Summary extends Means {
  readonly cases: number;
  readonly intervals: Partial<Record<MetricName, readonly [number, number]>>;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export function summarise(scored: readonly ScoredCase[]): Summary {
  const means: Means = {};
  const intervals: Partial<Record<MetricName, readonly [number, number]>> = {};
  for (const metric of metricNames) {
    const groups = valuesByRepository(scored, ({ scores }) => scores?.[metric]);
    const values = groups.flat();
    if (values.length === 0) continue;
    means[metric] = round(values.reduce((total, value) => total + value, 0) / values.length);
    intervals[metric] = asPair(bootstrapMean(groups));
  }
  const times = scored.map(({ ranking }) => ranking.ms);
  return {
    cases: scored.length,
    ...means,
    intervals,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

/** What cases are grouped by, and the group of each; undefined leaves a case out. */
const groupings: Readonly<Record<string, (one: ScoredCase) => string | undefined>> = {
  set: ({ asked }) => asked.set,
  repository: ({ asked }) => asked.repository,
  repositoryOfSet: ({ asked }) => `${asked.set}, ${asked.repository}`,
  language: ({ asked }) => languageOfCase(asked),
  category: ({ asked }) => asked.category,
  kind: ({ asked }) => asked.questionKind,
  complexity: ({ asked }) => asked.complexity,
  class: ({ ranking }) => ranking.class,
  confidence: ({ ranking }) => ranking.confidence,
  namesFileStem: ({ asked }) => toldOf(asked.namesFileStem),
  namesChangedSymbol: ({ asked }) => toldOf(asked.namesChangedSymbol),
};

/** Summaries of every group of every grouping that splits the cases. */
export function summariseGroups(
  scored: readonly ScoredCase[],
): Record<string, Readonly<Record<string, Summary>>> {
  const found: Record<string, Readonly<Record<string, Summary>>> = {};
  const graded = scored.filter(({ scores }) => scores !== undefined);
  for (const [name, groupOf] of Object.entries(groupings)) {
    const told = graded.filter((one) => groupOf(one) !== undefined);
    const groups = [...groupBy(told, (one) => groupOf(one) ?? '')].sort(([left], [right]) =>
      left < right ? -1 : 1,
    );
    if (groups.length > 0)
      found[name] = Object.fromEntries(groups.map(([key, all]) => [key, summarise(all)]));
  }
  return found;
}

export interface Difference {
  readonly mean: number;
  readonly interval: readonly [number, number];
}

/** How much one system scores above another, case by case. */
export function compareScores(
  scored: readonly ScoredCase[],
  reference: readonly ScoredCase[],
): Partial<Record<MetricName, Difference>> {
  const before = new Map(reference.map((one) => [keyOf(one), one.scores]));
  const differences: Partial<Record<MetricName, Difference>> = {};
  for (const metric of metricNames) {
    const groups = valuesByRepository(scored, (one) => {
      const [now, then] = [one.scores?.[metric], before.get(keyOf(one))?.[metric]];
      return now === undefined || then === undefined ? undefined : now - then;
    });
    const values = groups.flat();
    if (values.length === 0) continue;
    const mean = round(values.reduce((total, value) => total + value, 0) / values.length);
    differences[metric] = { mean, interval: asPair(bootstrapMean(groups)) };
  }
  return differences;
}

function valuesByRepository(
  scored: readonly ScoredCase[],
  valueOf: (one: ScoredCase) => number | undefined,
): number[][] {
  const groups = groupBy(scored, ({ asked }) => asked.repository);
  return [...groups.values()].map((group) =>
    group.map(valueOf).filter((value): value is number => value !== undefined),
  );
}

function keyOf({ asked }: ScoredCase): string {
  return `${asked.set}\0${asked.id}`;
}

function toldOf(told: boolean | undefined): string | undefined {
  return told === undefined ? undefined : told ? 'yes' : 'no';
}

function asPair({ low, high }: Interval): readonly [number, number] {
  return [round(low), round(high)];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
