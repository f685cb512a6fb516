/** Computes features from a candidate's rank in each list and from the scores of its file and folder. */

import { logScale } from './measures.ts';
import type { Candidate } from './candidate.ts';

/** Maximum number of further chunks of a file, and of further files of a folder, whose scores are averaged. */
const maxFurther = 5;
/** The rank in a list at which its weight is one half. */
const halfRank = 10;
const maxChunks = 20;

export interface NeighborFeatures {
  readonly fused: number;
  readonly bm25: number;
  readonly bm25Place: number;
  readonly dense: number;
  readonly densePlace: number;
  readonly fileBest: number;
  readonly fileRest: number;
  readonly fileChunks: number;
  readonly fileDense: number;
  readonly folderRest: number;
}

export function createNeighborFeatures(
  candidates: readonly Candidate[],
  fused: ReadonlyMap<number, number>,
): (candidate: Candidate) => NeighborFeatures {
  const fusedScore = (candidate: Candidate): number => fused.get(candidate.chunk.key) ?? 0;
  const lists = {
    bm25: rankCandidates(candidates, bm25Score),
    dense: rankCandidates(candidates, denseScore),
  };
  const files = groupScores(candidates, (candidate) => candidate.chunk.path, fusedScore);
  const filesDense = groupScores(candidates, (candidate) => candidate.chunk.path, denseScore);
  const folders = groupScores(
    [...files].map(([path, scores]) => ({ path, score: scores[0] ?? 0 })),
    (file) => parentFolder(file.path),
    (file) => file.score,
  );
  return (candidate) => {
    const { path } = candidate.chunk;
    const scores = files.get(path) ?? [];
    return {
      fused: fusedScore(candidate),
      bm25: bm25Score(candidate) / lists.bm25.best,
      bm25Place: lists.bm25.weighRank(candidate),
      dense: denseScore(candidate) / lists.dense.best,
      densePlace: lists.dense.weighRank(candidate),
      fileBest: scores[0] ?? 0,
      fileRest: averageFurtherScores(scores),
      fileChunks: logScale(scores.length, maxChunks),
      fileDense: (filesDense.get(path)?.[0] ?? 0) / lists.dense.best,
      folderRest: averageFurtherScores(folders.get(parentFolder(path)) ?? []),
    };
  };
}

function bm25Score(candidate: Candidate): number {
  return candidate.bm25;
}

function denseScore(candidate: Candidate): number {
  return Math.max(0, candidate.similarity ?? 0);
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the sum of the next best scores, divided by their maximum number. */
function averageFurtherScores(scores: readonly number[]): number {
  return scores.slice(1, 1 + maxFurther).reduce((sum, score) => sum + score, 0) / maxFurther;
}

/** Groups the scores of items, best first. */
function groupScores<Item>(
  items: readonly Item[],
  getGroup: (item: Item) => string,
  getScore: (item: Item) => number,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const item of items) {
    const group = groups.get(getGroup(item));
    if (group === undefined) groups.set(getGroup(item), [getScore(item)]);
    else group.push(getScore(item));
  }
  for (const scores of groups.values()) scores.sort((a, b) => b - a);
  return groups;
}

function rankCandidates(candidates: readonly Candidate[], getScore: (candidate: Candidate) => number) {
  const ranked = candidates
    .filter((candidate) => getScore(candidate) > 0)
    .toSorted((a, b) => getScore(b) - getScore(a) || a.chunk.key - b.chunk.key);
  const ranks = new Map(ranked.map((candidate, rank) => [candidate.chunk.key, rank]));
  const [first] = ranked;
  return {
    best: (first === undefined ? 0 : getScore(first)) || 1,
    weighRank: (candidate: Candidate): number => {
      const rank = ranks.get(candidate.chunk.key);
      return rank === undefined ? 0 : halfRank / (halfRank + rank);
    },
  };
}
