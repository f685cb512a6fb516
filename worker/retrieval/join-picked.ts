/**
 * A ranking and files picked beside it, as one: a span's score is the ranking's, over its best, and the share of its file, each by its
 * weight. The best span of a picked file counts its share whole and each further one half of the one before: a file is picked once,
 * however many pieces it has. A picked file the ranking never saw joins with the piece that speaks for it.
 */

import type { PickedFile } from './pick-files.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, rounded } from './ranking/scored.ts';

/** What each further span of a picked file leaves of its share. */
const furtherSpan = 0.5;

/** @param weight what the picked files count, 0 to 1; the ranking counts the rest */
export function joinPicked(
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
      const score = rounded(((1 - weight) * span.score) / best + share);
      const told = rounded(share);
      return { ...span, score, scores: told === 0 ? span.scores : { ...span.scores, picked: told } };
    })
    .toSorted(byScore);
}
