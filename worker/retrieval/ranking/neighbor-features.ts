/** Features from a candidate's rank in each list and from the scores of its file and folder. */

import { logScale } from './measures.ts';
import type { Candidate } from './candidate.ts';

/** Maximum further chunks of a file, and further files of a folder, that count. */
const maxFurther = 5;
/** The rank in a list at which its weight is one half. */
const halfPlace = 10;
const mostChunks = 20;

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
  const fusedScore = (one: Candidate): number => fused.get(one.chunk.key) ?? 0;
  const lists = { bm25: rankAll(candidates, bm25Of), dense: rankAll(candidates, denseScore) };
  const files = groupScores(candidates, (one) => one.chunk.path, fusedScore);
  const filesDense = groupScores(candidates, (one) => one.chunk.path, denseScore);
  const folders = groupScores(
    [...files].map(([path, scores]) => ({ path, score: scores[0] ?? 0 })),
    (file) => readFolder(file.path),
    (file) => file.score,
  );
  return (candidate) => {
    const { path } = candidate.chunk;
    const scores = files.get(path) ?? [];
    return {
      fused: fusedScore(candidate),
      bm25: bm25Of(candidate) / lists.bm25.best,
      bm25Place: lists.bm25.place(candidate),
      dense: denseScore(candidate) / lists.dense.best,
      densePlace: lists.dense.place(candidate),
      fileBest: scores[0] ?? 0,
      fileRest: measureFurther(scores),
      fileChunks: logScale(scores.length, mostChunks),
      fileDense: (filesDense.get(path)?.[0] ?? 0) / lists.dense.best,
      folderRest: measureFurther(folders.get(readFolder(path)) ?? []),
    };
  };
}

function bm25Of(one: Candidate): number {
  return one.bm25;
}

function denseScore(one: Candidate): number {
  return Math.max(0, one.similarity ?? 0);
}

function readFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The sum of the next best scores as a fraction of the maximum. */
function measureFurther(scores: readonly number[]): number {
  return scores.slice(1, 1 + maxFurther).reduce((sum, score) => sum + score, 0) / maxFurther;
}

/** Scores of each group, best first. */
function groupScores<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  scoreOf: (item: Item) => number,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [scoreOf(item)]);
    else group.push(scoreOf(item));
  }
  for (const scores of groups.values()) scores.sort((a, b) => b - a);
  return groups;
}

function rankAll(candidates: readonly Candidate[], scoreOf: (one: Candidate) => number) {
  const found = candidates
    .filter((one) => scoreOf(one) > 0)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || a.chunk.key - b.chunk.key);
  const places = new Map(found.map((one, place) => [one.chunk.key, place]));
  const [first] = found;
  return {
    best: (first === undefined ? 0 : scoreOf(first)) || 1,
    place: (one: Candidate): number => {
      const place = places.get(one.chunk.key);
      return place === undefined ? 0 : halfPlace / (halfPlace + place);
    },
  };
}
