/** Boosts passages that contain a requested phrase verbatim. */

import type { Question } from '../../core/answers/question.ts';
import { containsPhrase, maskedChunkText } from '../search/find-phrases.ts';
import type { RankedSpan } from './rank-spans.ts';

/** Maximum passages moved to the front; the others keep their order. */
const mostLeading = 4;

/** A boosted passage gets the best score, as `wording` among its scores. Tests are boosted only if requested. */
export function boostPhrases(
  { wordings, asksForTests }: Pick<Question, 'wordings' | 'asksForTests'>,
  spans: readonly RankedSpan[],
): readonly RankedSpan[] {
  if (wordings.length === 0) return spans;
  const isLeading = ({ chunk }: RankedSpan): boolean =>
    (asksForTests || chunk.role !== 'test') &&
    wordings.some((one) => !isFilePath(chunk.path, one) && containsPhrase(maskedChunkText(chunk), one));
  const leading = new Set(spans.filter(isLeading).slice(0, mostLeading));
  const score = spans[0]?.score ?? 1;
  const boosted = [...leading].map((span) => ({
    ...span,
    score,
    scores: { ...span.scores, wording: score },
  }));
  return [...boosted, ...spans.filter((span) => !leading.has(span))];
}

/** Whether the path belongs to the named file. */
export function isFilePath(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}
