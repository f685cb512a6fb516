/** Finds the first rank of each target in a ranking, by file or by lines. */

import type { Target } from '../evaluation-case.ts';
import type { Hit } from '../system.ts';

/** Distinct files, in the order of their first hit. */
export function rankedFiles(hits: readonly Hit[]): string[] {
  return [...new Set(hits.map(({ path }) => path))];
}

/** 1-based ranks among distinct files, best first. */
export function fileRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const targetPaths = new Set(targets.map(({ path }) => path));
  return rankedFiles(hits).flatMap((path, index) => (targetPaths.has(path) ? [index + 1] : []));
}

/** 1-based ranks of the first hit of each target; two targets in one hit share a rank, counted once. */
export function chunkRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const ranks = targets.map((target) => hits.findIndex((hit) => covers(hit, target)) + 1);
  return [...new Set(ranks.filter((rank) => rank > 0))].sort((left, right) => left - right);
}

/** Whether a hit is in the target's file and, if the target has lines, contains one of them. */
export function covers(hit: Hit, target: Target): boolean {
  if (hit.path !== target.path) return false;
  const { startLine = 1, endLine = target.startLine ?? Number.POSITIVE_INFINITY } = target;
  return hit.startLine <= endLine && hit.endLine >= startLine;
}

/** The hits before the first hit beyond the first `files` files. */
export function withinFiles<Found extends Hit>(hits: readonly Found[], files: number): readonly Found[] {
  const seen = new Set<string>();
  const end = hits.findIndex(({ path }) => seen.add(path).size > files);
  return end < 0 ? hits : hits.slice(0, end);
}
