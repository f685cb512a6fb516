/**
 * The ranking of a question about the repository as a whole: what opens it leads. Such a question has no words of its own, so that
 * whatever else is found says what it is by chance alone.
 */

import type { Question } from '../core/question.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import { openingFiles } from '../retrieval/opening-files.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import type { RetrievalScope } from '../retrieval/retrieve-spans.ts';
import { openingChunks } from './opening-chunks.ts';
import type { Services } from './services.ts';

/** Pieces of it that lead; the rest stand where they stood. */
const mostLeading = 2;

/**
 * The spans as they are where the question asks for a part. What leads has the score of the best it is put before, or 1, and
 * `opening` among its scores.
 *
 * @param files every file
 */
export async function leadWithOpening(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key, paths }: Pick<RetrievalScope, 'key' | 'paths'>,
  {
    question,
    files,
    spans,
  }: {
    readonly question: Pick<Question, 'isOverview'>;
    readonly files: readonly FileRow[];
    readonly spans: readonly RankedSpan[];
  },
): Promise<readonly RankedSpan[]> {
  if (!question.isOverview) return spans;
  const within = paths === undefined ? undefined : new Set(paths);
  const [document] = openingFiles(
    files.filter(({ path }) => within?.has(path) !== false),
    1,
  );
  const chunks = (await openingChunks(chunkStore, key, document)).slice(0, mostLeading);
  const found = new Map(spans.map((span) => [span.chunk.key, span]));
  const score = spans[0]?.score ?? 1;
  const leading = chunks.map((chunk): RankedSpan => {
    const span = found.get(chunk.key);
    return { ...span, chunk, score, scores: { ...span?.scores, opening: score } };
  });
  const led = new Set(leading.map(({ chunk }) => chunk.key));
  return [...leading, ...spans.filter(({ chunk }) => !led.has(chunk.key))];
}
