/**
 * Embeds queries. If the model fails or times out, returns no vectors and a note, and the search continues with
 * keywords.
 */

import { AppError } from '../../core/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { withTimeout } from './with-timeout.ts';

interface EmbeddedQueries {
  /** Vectors by text, either of all texts or of none. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Why there are no vectors; undefined if there are. */
  readonly note: string | undefined;
}

/** A user waits for the model. After this time, keyword results now are worth more than vector results later. */
export const embedTimeoutMs = 3_000;
/** Maximum characters of the model's error in the note. */
const maxReasonLength = 300;

/**
 * @throws errors other than failures of the model. If keywords are not searched, it also throws failures of the model: without a
 *   fallback, an empty result would claim that nothing exists.
 */
export async function embedQueries(
  embedder: Pick<Embedder, 'embedQuery'>,
  texts: readonly string[],
  {
    searchesWords,
    timeoutMs = embedTimeoutMs,
  }: { readonly searchesWords: boolean; readonly timeoutMs?: number },
): Promise<EmbeddedQueries> {
  const embedAll = (signal: AbortSignal): Promise<readonly (readonly [string, Float32Array])[]> =>
    Promise.all(
      [...new Set(texts)].map(async (text) => [text, await embedder.embedQuery(text, signal)] as const),
    );
  try {
    const vectors = await withTimeout(timeoutMs, embedAll, () => {
      const message = `The embedding model did not answer within ${timeoutMs} ms.`;
      return new AppError('embedder_unavailable', message);
    });
    return { vectors: new Map(vectors), note: undefined };
  } catch (error) {
    if (!searchesWords || !isModelError(error)) throw error;
    return {
      vectors: new Map(),
      note: `Searched by keywords only: ${error.message.slice(0, maxReasonLength)}`,
    };
  }
}

function isModelError(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'embedder_unavailable' || error.code === 'embedder_failed')
  );
}
