/**
 * Reorders the first spans with a reranking model. They exchange positions and scores among themselves. If the
 * model fails, the ranking is unchanged and a note states the reason.
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
  /** Why the order is unchanged; undefined if the spans were reranked. */
  readonly note: string | undefined;
}

/** A user waits for the model. After this time, the fitted order now is worth more than a better order later. */
const rerankTimeoutMs = 3_000;
/** Maximum characters of the model's error in the note. */
const maxReasonLength = 300;

export async function rerankSpans(
  reranker: Reranker,
  {
    question,
    spans,
    count,
    timeoutMs = rerankTimeoutMs,
    signal: component = 'crossEncoder',
  }: {
    readonly question: string;
    readonly spans: readonly RankedSpan[];
    /** The number of spans that are reranked. */
    readonly count: number;
    readonly timeoutMs?: number;
    /** The name of the model's score among the components of a span. */
    readonly signal?: 'crossEncoder' | 'model';
  },
): Promise<RerankedSpans> {
  const reranked = spans.slice(0, Math.min(count, reranker.maxPairs));
  if (reranked.length < 2) return { spans, note: undefined };
  try {
    const texts = reranked.map(({ chunk }) => formatForModel(chunk));
    const scores = await withTimeout(
      timeoutMs,
      (signal) => reranker.rerank(question, texts, signal),
      () =>
        new AppError('reranker_unavailable', `The reranking model did not answer within ${timeoutMs} ms.`),
    );
    return {
      spans: [...reorder(scores, reranked, component), ...spans.slice(reranked.length)],
      note: undefined,
    };
  } catch (error) {
    return { spans, note: describeFailure(error) };
  }
}

/** Formats a chunk for the model: its path, definitions or headings, and lines, with secrets masked. */
function formatForModel({ path, symbol, metadata, raw, masks, startOffset }: ChunkRow): string {
  const name = metadata.headings?.join(' ') ?? symbol ?? metadata.defines.join(' ');
  return joinFields({ name, path, body: maskText(raw, masks, startOffset) });
}

function reorder(
  scores: readonly number[],
  spans: readonly RankedSpan[],
  component: string,
): readonly RankedSpan[] {
  const ordered = spans.map((span, index) => ({ span, index, modelScore: scores[index] ?? 0 }));
  ordered.sort((a, b) => b.modelScore - a.modelScore || a.index - b.index);
  return ordered.map(({ span, modelScore }, index) => ({
    ...span,
    score: spans[index]?.score ?? span.score,
    scores: { ...span.scores, [component]: roundScore(modelScore) },
  }));
}

/** @throws errors other than failures of the model, such as a store that does not respond or a client that left */
function describeFailure(error: unknown): string {
  const isModelError =
    error instanceof AppError && (error.code === 'reranker_unavailable' || error.code === 'reranker_failed');
  if (!isModelError) throw error;
  return `Ordered by the fitted ranker only: ${error.message.slice(0, maxReasonLength)}`;
}
