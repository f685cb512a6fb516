/** Where in a ranking a target first shows: by its file, or by the lines it names. */

import type { Target } from '../evaluation-case.ts';
import type { Hit } from '../system.ts';

/** Distinct files in the order their first stretch comes. */
export function rankedFiles(hits: readonly Hit[]): string[] {
  return [...new Set(hits.map(({ path }) => path))];
}

/** 1-based ranks among files, each counted once, best first. */
export function fileRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const wanted = new Set(targets.map(({ path }) => path));
  return rankedFiles(hits).flatMap((path, index) => (wanted.has(path) ? [index + 1] : []));
}

/** 1-based ranks of the first stretch of each target found; two targets of one stretch share a rank, counted once. */
export function chunkRanks(hits: readonly Hit[], targets: readonly Target[]): number[] {
  const ranks = targets.map((target) => hits.findIndex((hit) => covers(hit, target)) + 1);
  return [...new Set(ranks.filter((rank) => rank > 0))].sort((left, right) => left - right);
}

/** Whether a stretch is of the target's file and, where the target names lines, holds one of them. */
export function covers(hit: Hit, target: Target): boolean {
  if (hit.path !== target.path) return false;
  const { startLine = 1, endLine = target.startLine ?? Number.POSITIVE_INFINITY } = target;
  return hit.startLine <= endLine && hit.endLine >= startLine;
}

/** The stretches before the file after the first `files` begins. */
export function withinFiles<Found extends Hit>(hits: readonly Found[], files: number): readonly Found[] {
  const seen = new Set<string>();
  const end = hits.findIndex(({ path }) => seen.add(path).size > files);
  return end < 0 ? hits : hits.slice(0, end);
}
