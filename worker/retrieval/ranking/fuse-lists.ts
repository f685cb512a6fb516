/**
 * Merges lists of scores. `sum` adds each list's scores divided by its best score. `rrf` adds 1 / (60 + rank) (Cormack, Clarke and
 * Büttcher, "Reciprocal rank fusion", 2009). `dbsf` scales each list from mean - 3 sigma to mean + 3 sigma of its best hundred scores,
 * because a long tail of low scores would distort them.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';

export const fusions = ['sum', 'rrf', 'dbsf'] as const;
export type Fusion = (typeof fusions)[number];

/** Cormack et al. found that 60 works well for any lists. */
const rrfConstant = 60;
const maxSampled = 100;
const sigmas = 3;

export interface ScoredList {
  readonly weight: number;
  /** Scores by key. Missing keys and scores below 0 are treated as 0. */
  readonly scores: ReadonlyMap<number, number>;
}

/** @returns a score of 0 to 1 for every key of any list. */
export function fuseLists(fusion: Fusion, lists: readonly ScoredList[]): ReadonlyMap<number, number> {
  const weights = lists.reduce((sum, list) => sum + list.weight, 0) || 1;
  const fused = new Map<number, number>();
  for (const { weight, scores } of lists) {
    for (const [key, normalized] of normalizeScores(fusion, scores))
      fused.set(key, (fused.get(key) ?? 0) + (weight * normalized) / weights);
  }
  return fused;
}

/** Returns the normalized score of each key in its list, at most 1. */
function normalizeScores(
  fusion: Fusion,
  scores: ReadonlyMap<number, number>,
): readonly (readonly [number, number])[] {
  const positive = [...scores]
    .filter(([, score]) => score > 0)
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (fusion === 'rrf')
    return positive.map(([key, score]) => [key, scoreRank(findRank(positive, score))] as const);
  const highest = positive[0]?.[1] ?? 1;
  if (fusion === 'sum') return positive.map(([key, score]) => [key, score / highest] as const);
  const scale = measureSpread(positive.slice(0, maxSampled).map(([, score]) => score));
  return positive.map(([key, score]) => [key, scale(score)] as const);
}

function measureSpread(scores: readonly number[]): (score: number) => number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const low = mean - sigmas * Math.sqrt(variance);
  const width = 2 * sigmas * Math.sqrt(variance);
  return (score) => (width === 0 ? 0.5 : Math.min(1, Math.max(0, (score - low) / width)));
}

/** Equal scores share the best of their ranks. */
function findRank(positive: readonly (readonly [number, number])[], score: number): number {
  return lowerBound(positive.length, (at) => (positive[at]?.[1] ?? 0) > score);
}

/** Returns 1 for the first rank, which is 0. */
function scoreRank(rank: number): number {
  return (rrfConstant + 1) / (rrfConstant + 1 + rank);
}
