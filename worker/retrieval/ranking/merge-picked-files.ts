/**
 * Merges the files that the model picked into a ranking, by a weighted sum of scores. Each further span of a picked file
 * gets half the picked score of the previous span.
 */

import type { PickedFile } from '../search/pick-files.ts';
import type { RankedSpan } from './rank-spans.ts';
import { compareByScore, roundScore } from './candidate.ts';

/** Factor for each further span of a picked file. */
const furtherSpanFactor = 0.5;

/** @param weight weight of the picked files’ scores, 0 to 1; the scores of the ranking get the remaining weight */
export function mergePickedFiles(
  spans: readonly RankedSpan[],
  picked: readonly PickedFile[],
  weight: number,
): readonly RankedSpan[] {
  if (picked.length === 0 || weight === 0) return spans;
  const best = spans.reduce((highest, { score }) => Math.max(highest, score), 0) || 1;
  const nextPickedScores = new Map(
    picked.map(({ path, likelihood: pickedScore }) => [path, weight * pickedScore]),
  );
  const seen = new Set(spans.map(({ chunk }) => chunk.path));
  const unseen = picked
    .filter(({ path }) => !seen.has(path))
    .map(({ chunk }): RankedSpan => ({ chunk, score: 0, scores: {} }));
  return [...spans, ...unseen]
    .map((span) => {
      const pickedScore = nextPickedScores.get(span.chunk.path) ?? 0;
      nextPickedScores.set(span.chunk.path, pickedScore * furtherSpanFactor);
      const score = roundScore(((1 - weight) * span.score) / best + pickedScore);
      const component = roundScore(pickedScore);
      return {
        ...span,
        score,
        scores: component === 0 ? span.scores : { ...span.scores, picked: component },
      };
    })
    .toSorted(compareByScore);
}
