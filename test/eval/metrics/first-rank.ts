/** Finds the first rank of each target in a ranking, by file or by lines. */

import type { Target } from '../evaluation-case.ts';
import type { Hit } from '../system.ts';

/** Returns the distinct files in the order of their first hit. */
export function listRankedFiles(hits: readonly Hit[]): string[] {
  return [...new Set(hits.map(({ path }) => path))];
}

/** Returns the 1-based ranks of the targets' files among the distinct files, best first. */
export function fileRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const targetPaths = new Set(targets.map(({ path }) => path));
  return listRankedFiles(hits).flatMap((path, index) => (targetPaths.has(path) ? [index + 1] : []));
}

/** Returns the 1-based rank of the first hit of each target. Two targets in one hit share a rank, which counts once. */
export function chunkRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const ranks = targets.map((target) => hits.findIndex((hit) => covers(hit, target)) + 1);
  return [...new Set(ranks.filter((rank) => rank > 0))].sort((left, right) => left - right);
}

/** Returns whether a hit is in the target's file and, if the target has lines, contains one of them. */
export function covers(hit: Hit, target: Target): boolean {
  if (hit.path !== target.path) return false;
  const { startLine = 1, endLine = target.startLine ?? Number.POSITIVE_INFINITY } = target;
  return hit.startLine <= endLine && hit.endLine >= startLine;
}

/** Returns the hits before the first hit that is outside the first `files` files. */
export function takeHitsOfFiles<Found extends Hit>(hits: readonly Found[], files: number): readonly Found[] {
  const seenPaths = new Set<string>();
  const end = hits.findIndex(({ path }) => seenPaths.add(path).size > files);
  return end < 0 ? hits : hits.slice(0, end);
}
