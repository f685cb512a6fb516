/**
 * Scores one ranking against one case. Each score is between 0 and 1. Hit, recall, precision and reciprocal rank count distinct files. `ndcg10` counts
 * files for changes and chunks for concepts, like the published figures of such sets.
 */

import type { EvaluationCase } from '../evaluation-case.ts';
import type { Hit } from '../system.ts';
import { chunkRanks, covers, fileRanks, takeHitsOfFiles } from './first-rank.ts';
import { computeNormalizedGain } from './gain.ts';

export const metricNames = [
  'hit1',
  'hit5',
  'hit10',
  'mrr10',
  'ndcg10',
  'ndcg10Files',
  'ndcg10Chunks',
  'recall1',
  'recall5',
  'recall10',
  'recall20',
  'recallAll',
  'precision1',
  'precision5',
  'precision10',
  'functions10',
  'functions10Files',
] as const;

export type MetricName = (typeof metricNames)[number];
/** Metrics that do not apply to the case are absent. */
export type Scores = Partial<Readonly<Record<MetricName, number>>>;

const cutoff = 10;

/** @returns undefined for a case that only tests whether the system answers */
export function scoreCase(evaluationCase: EvaluationCase, hits: readonly Hit[]): Scores | undefined {
  const { targets, functions, kind } = evaluationCase;
  if (targets.length === 0) return undefined;
  const files = new Set(targets.map(({ path }) => path)).size;
  const ranks = fileRanks(hits, targets);
  const countWithin = (limit: number): number => ranks.filter((rank) => rank <= limit).length;
  const hit = (limit: number): number => Math.min(1, countWithin(limit));
  const first = ranks[0];
  const ndcg10Files = computeNormalizedGain(ranks, files, cutoff);
  const ndcg10Chunks = computeNormalizedGain(chunkRanks(hits, targets), targets.length, cutoff);
  const anyFunction = (candidates: readonly Hit[]): number =>
    Number(candidates.some((candidate) => functions.some((target) => covers(candidate, target))));
  return {
    hit1: hit(1),
    hit5: hit(5),
    hit10: hit(10),
    mrr10: first !== undefined && first <= cutoff ? 1 / first : 0,
    ndcg10: kind === 'concept' ? ndcg10Chunks : ndcg10Files,
    ndcg10Files,
    ndcg10Chunks,
    recall1: countWithin(1) / files,
    recall5: countWithin(5) / files,
    recall10: countWithin(10) / files,
    recall20: countWithin(20) / files,
    recallAll: ranks.length / files,
    precision1: countWithin(1),
    precision5: countWithin(5) / 5,
    precision10: countWithin(10) / 10,
    ...(functions.length === 0
      ? {}
      : {
          functions10: anyFunction(hits.slice(0, cutoff)),
          functions10Files: anyFunction(takeHitsOfFiles(hits, cutoff)),
        }),
  };
}
