/** Boosts passages that contain a requested phrase verbatim. */

import type { Question } from '../../core/answers/question.ts';
import { containsPhrase, maskedChunkText } from '../search/find-phrases.ts';
import type { RankedSpan } from './rank-spans.ts';

/** Passages that lead; the rest stand where they stood. */
const mostLeading = 4;

/** What leads has the score of the best, and `wording` among its scores. Tests lead only where they are asked for. */
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
  const led = [...leading].map((span) => ({ ...span, score, scores: { ...span.scores, wording: score } }));
  return [...led, ...spans.filter((span) => !leading.has(span))];
}

/** Whether the path is of the file that is named. */
export function isFilePath(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}
