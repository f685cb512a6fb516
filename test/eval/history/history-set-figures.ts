/** Computes and renders the figures of a set of history questions, by kind and by repository. */

import { groupBy } from '../graph/group-by.ts';

export interface SetCaseResult {
  readonly id: string;
  readonly kind: string;
  readonly repository: string;
  readonly question: string;
  readonly expected: readonly string[];
  readonly entries: readonly string[];
  /** The first commit that the answer cites. */
  readonly cited: string | undefined;
  readonly isFirst: boolean;
  readonly isCitedFirst: boolean;
  /** Milliseconds of the history call. */
  readonly ms: number;
}

export interface SetFigures {
  readonly cases: number;
  /** Fractions, 0 to 1: a right commit is the first entry, or the first commit that the answer cites. */
  readonly first: number;
  readonly citedFirst: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export function computeSetFigures(results: readonly SetCaseResult[]): SetFigures {
  const fraction = (has: (result: SetCaseResult) => boolean): number =>
    results.length === 0 ? Number.NaN : results.filter(has).length / results.length;
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const quantile = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
  return {
    cases: results.length,
    first: fraction(({ isFirst }) => isFirst),
    citedFirst: fraction(({ isCitedFirst }) => isCitedFirst),
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
  };
}

export function summarizeHistorySet(results: readonly SetCaseResult[]) {
  const figuresBy = (key: (result: SetCaseResult) => string): Record<string, SetFigures> =>
    Object.fromEntries([...groupBy(results, key)].map(([name, group]) => [name, computeSetFigures(group)]));
  return {
    all: computeSetFigures(results),
    byKind: figuresBy(({ kind }) => kind),
    byRepository: figuresBy(({ repository }) => repository),
  };
}

export function describeHistorySet(results: readonly SetCaseResult[]): string {
  const { all, byKind, byRepository } = summarizeHistorySet(results);
  const rows = Object.entries({ all, ...byKind, ...byRepository }).map(([name, figures]) => {
    const { cases, first, citedFirst, p50Ms, p95Ms } = figures;
    const cells = [name, cases, first.toFixed(3), citedFirst.toFixed(3), p50Ms.toFixed(0), p95Ms.toFixed(0)];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '|  | cases | first (history) | cited first (answer) | p50 ms | p95 ms |';
  return [head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
