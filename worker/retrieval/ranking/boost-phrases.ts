/** Boosts passages that contain a requested phrase verbatim. */

import type { Question } from '../../core/answers/question.ts';
import { containsPhrase, maskedChunkText } from '../search/find-phrases.ts';
import type { RankedSpan } from './rank-spans.ts';

/** Maximum number of passages moved to the front. All other passages keep their order. */
const maxBoosted = 4;

/** A boosted passage gets the best score, as `wording` among its scores. Tests are boosted only if requested. */
export function boostPhrases(
  { wordings, asksForTests }: Pick<Question, 'wordings' | 'asksForTests'>,
  spans: readonly RankedSpan[],
): readonly RankedSpan[] {
  if (wordings.length === 0) return spans;
  const containsWording = ({ chunk }: RankedSpan): boolean =>
    (asksForTests || chunk.role !== 'test') &&
    wordings.some(
      (phrase) => !isFilePath(chunk.path, phrase) && containsPhrase(maskedChunkText(chunk), phrase),
    );
  const matching = new Set(spans.filter(containsWording).slice(0, maxBoosted));
  const score = spans[0]?.score ?? 1;
  const boosted = [...matching].map((span) => ({
    ...span,
    score,
    scores: { ...span.scores, wording: score },
  }));
  return [...boosted, ...spans.filter((span) => !matching.has(span))];
}

/** Whether the path ends with the file name. */
export function isFilePath(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}
