/**
 * Reorders the first spans with a reranking model. They exchange positions and scores among themselves; if the
 * model fails, the ranking stays and a note says why.
 */

import { joinFields } from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { RankedSpan } from './rank-spans.ts';
import { roundScore } from './candidate.ts';
import { withTimeout } from '../search/with-timeout.ts';

interface RerankedSpans {
  readonly spans: readonly RankedSpan[];
  /** Why the order is unchanged; undefined if they were reranked. */
  readonly note: string | undefined;
}

/** A user waits for it. After this time, the fitted order now is worth more than a better one later. */
const rerankTimeoutMs = 3_000;
/** Maximum characters of the model's error, enough to act on. */
const longestReason = 300;

export async function rerankSpans(
  reranker: Reranker,
  {
    question,
    spans,
    count,
    timeoutMs = rerankTimeoutMs,
    signal: name = 'crossEncoder',
  }: {
    readonly question: string;
    readonly spans: readonly RankedSpan[];
    /** The number of spans that are reranked. */
    readonly count: number;
    readonly timeoutMs?: number;
    /** The name of its score among the components of a span. */
    readonly signal?: 'crossEncoder' | 'model';
  },
): Promise<RerankedSpans> {
  const read = spans.slice(0, Math.min(count, reranker.maxPairs));
  if (read.length < 2) return { spans, note: undefined };
  try {
    const texts = read.map(({ chunk }) => shownText(chunk));
    const scores = await withTimeout(
      timeoutMs,
      (signal) => reranker.rerank(question, texts, signal),
      () =>
        new AppError('reranker_unavailable', `The reranking model did not answer within ${timeoutMs} ms.`),
    );
    return { spans: [...reorder(scores, read, name), ...spans.slice(read.length)], note: undefined };
  } catch (error) {
    return { spans, note: describeFailure(error) };
  }
}

/** The text of a chunk for the model: its path, definitions or headings, and lines, with secrets masked. */
function shownText({ path, symbol, metadata, raw, masks, startOffset }: ChunkRow): string {
  const name = metadata.headings?.join(' ') ?? symbol ?? metadata.defines.join(' ');
  return joinFields({ name, path, body: maskText(raw, masks, startOffset) });
}

function reorder(
  scores: readonly number[],
  spans: readonly RankedSpan[],
  name: string,
): readonly RankedSpan[] {
  const places = spans.map((span, place) => ({ span, place, modelScore: scores[place] ?? 0 }));
  places.sort((a, b) => b.modelScore - a.modelScore || a.place - b.place);
  return places.map(({ span, modelScore }, place) => ({
    ...span,
    score: spans[place]?.score ?? span.score,
    scores: { ...span.scores, [name]: roundScore(modelScore) },
  }));
}

/** @throws errors other than failures of the model, such as a store that does not respond or a client that left */
function describeFailure(error: unknown): string {
  const isOfModel =
    error instanceof AppError && (error.code === 'reranker_unavailable' || error.code === 'reranker_failed');
  if (!isOfModel) throw error;
  return `Ordered by the fitted ranker only: ${error.message.slice(0, longestReason)}`;
}
