/**
 * Embeds queries. If the model fails or times out, returns no vectors and a note, and the search continues with
 * keywords.
 */

import { AppError } from '../../core/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { withTimeout } from './with-timeout.ts';

interface EmbeddedQueries {
  /** By the text; of every text, or none. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Why there are none; undefined where they are there. */
  readonly note: string | undefined;
}

/** A reader waits for it; beyond this what words find now is worth more than what vectors find later. */
export const embedTimeoutMs = 3_000;
/** Of what a model says of itself, enough to act on. */
const longestReason = 300;

/**
 * @throws what is no failure of the model; and that too where words are not searched: with nothing to fall back on, nothing found would
 *   say that nothing is there.
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
      note: `Searched by words alone: ${error.message.slice(0, longestReason)}`,
    };
  }
}

function isModelError(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'embedder_unavailable' || error.code === 'embedder_failed')
  );
}
