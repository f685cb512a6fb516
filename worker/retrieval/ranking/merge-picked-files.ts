/**
 * Merges picked files into a ranking by weight. Each further span of a picked file gets half the score of the one
 * before.
 */

import type { PickedFile } from '../search/pick-files.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, roundScore } from './candidate.ts';

/** Factor for each further span of a picked file. */
const furtherSpan = 0.5;

/** @param weight the weight of the picked files, 0 to 1; the ranking has the rest */
export function mergePickedFiles(
  spans: readonly RankedSpan[],
  picked: readonly PickedFile[],
  weight: number,
): readonly RankedSpan[] {
  if (picked.length === 0 || weight === 0) return spans;
  const best = spans.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  const left = new Map(picked.map(({ path, share }) => [path, weight * share]));
  const seen = new Set(spans.map(({ chunk }) => chunk.path));
  const unseen = picked
    .filter(({ path }) => !seen.has(path))
    .map(({ chunk }): RankedSpan => ({ chunk, score: 0, scores: {} }));
  return [...spans, ...unseen]
    .map((span) => {
      const share = left.get(span.chunk.path) ?? 0;
      left.set(span.chunk.path, share * furtherSpan);
      const score = roundScore(((1 - weight) * span.score) / best + share);
      const scores = roundScore(share);
      return { ...span, score, scores: scores === 0 ? span.scores : { ...span.scores, picked: scores } };
    })
    .toSorted(byScore);
}
