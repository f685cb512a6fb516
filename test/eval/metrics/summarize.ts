/** Computes means over cases with intervals, overall and by group. */

import { percentile } from '../../bench/timing.ts';
import { detectCaseLanguage } from '../evaluation-case.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import { groupBy } from '../graph/group-by.ts';
import type { Ranking } from '../system.ts';
import { bootstrapMean } from './bootstrap.ts';
import type { Interval } from './bootstrap.ts';
import { metricNames } from './score-case.ts';
import type { MetricName, Scores } from './score-case.ts';

export interface ScoredCase {
  readonly evaluationCase: EvaluationCase;
  readonly ranking: Ranking;
  /** Undefined if the case only tests whether the system answers. */
  readonly scores: Scores | undefined;
}

type Means = Partial<Record<MetricName, number>>;

export interface Summary extends Means {
  readonly cases: number;
  readonly intervals: Partial<Record<MetricName, readonly [number, number]>>;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export function summarize(scored: readonly ScoredCase[]): Summary {
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

/** Groupings of cases. Each function returns the group of a case, or undefined to exclude the case. */
const groupings: Readonly<Record<string, (scoredCase: ScoredCase) => string | undefined>> = {
  set: ({ evaluationCase }) => evaluationCase.set,
  repository: ({ evaluationCase }) => evaluationCase.repository,
  repositoryOfSet: ({ evaluationCase }) => `${evaluationCase.set}, ${evaluationCase.repository}`,
  language: ({ evaluationCase }) => detectCaseLanguage(evaluationCase),
  category: ({ evaluationCase }) => evaluationCase.category,
  kind: ({ evaluationCase }) => evaluationCase.questionKind,
  complexity: ({ evaluationCase }) => evaluationCase.complexity,
  class: ({ ranking }) => ranking.class,
  confidence: ({ ranking }) => ranking.confidence,
  namesFileStem: ({ evaluationCase }) => toYesOrNo(evaluationCase.namesFileStem),
  namesChangedSymbol: ({ evaluationCase }) => toYesOrNo(evaluationCase.namesChangedSymbol),
};

/** Summarizes every group of every grouping. Cases without scores are excluded. */
export function summarizeGroups(
  scored: readonly ScoredCase[],
): Record<string, Readonly<Record<string, Summary>>> {
  const summaries: Record<string, Readonly<Record<string, Summary>>> = {};
  const casesWithScores = scored.filter(({ scores }) => scores !== undefined);
  for (const [name, getGroup] of Object.entries(groupings)) {
    const groupable = casesWithScores.filter((scoredCase) => getGroup(scoredCase) !== undefined);
    const groups = [...groupBy(groupable, (scoredCase) => getGroup(scoredCase) ?? '')].sort(
      ([left], [right]) => (left < right ? -1 : 1),
    );
    if (groups.length > 0)
      summaries[name] = Object.fromEntries(groups.map(([key, members]) => [key, summarize(members)]));
  }
  return summaries;
}

export interface Difference {
  readonly mean: number;
  readonly interval: readonly [number, number];
}

/** Computes how much higher one system scores than a reference, case by case. */
export function compareScores(
  scored: readonly ScoredCase[],
  reference: readonly ScoredCase[],
): Partial<Record<MetricName, Difference>> {
  const referenceScores = new Map(reference.map((scoredCase) => [getKey(scoredCase), scoredCase.scores]));
  const differences: Partial<Record<MetricName, Difference>> = {};
  for (const metric of metricNames) {
    const groups = valuesByRepository(scored, (scoredCase) => {
      const [score, referenceScore] = [
        scoredCase.scores?.[metric],
        referenceScores.get(getKey(scoredCase))?.[metric],
      ];
      return score === undefined || referenceScore === undefined ? undefined : score - referenceScore;
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
  getValue: (scoredCase: ScoredCase) => number | undefined,
): number[][] {
  const groups = groupBy(scored, ({ evaluationCase }) => evaluationCase.repository);
  return [...groups.values()].map((group) =>
    group.map(getValue).filter((value): value is number => value !== undefined),
  );
}

function getKey({ evaluationCase }: ScoredCase): string {
  return `${evaluationCase.set}\0${evaluationCase.id}`;
}

function toYesOrNo(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? 'yes' : 'no';
}

function asPair({ low, high }: Interval): readonly [number, number] {
  return [round(low), round(high)];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
