/** Embeds commit messages on request and compares them with the question. */

import { cosineSimilarity } from '../../core/code/embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import { embedTimeoutMs } from '../search/embed-queries.ts';
import { withTimeout } from '../search/with-timeout.ts';
import { AppError } from '../../core/errors.ts';

/** Maximum length in UTF-16 units. The rest of a long message lists minor changes. */
const maxBodyLength = 600;

/**
 * Returns similarities by commit ID, 0 to 1. The result is empty without a model or question, or if the model fails. Commits are then
 * ranked by words and lines only.
 */
export async function measureMessageSimilarity(
  embedder: Embedder | undefined,
  question: string | undefined,
  commits: readonly Pick<CommitRow, 'id' | 'subject' | 'message'>[],
): Promise<ReadonlyMap<string, number>> {
  if (embedder === undefined || question === undefined || commits.length === 0) return new Map();
  const embedMessages = async (): Promise<ReadonlyMap<string, number>> => {
    const questionVector = await embedder.embedQuery(question);
    const texts = commits.map(({ subject, message }) => ({
      name: subject,
      path: '',
      body: message.slice(subject.length, subject.length + maxBodyLength),
    }));
    const similarities = new Map<string, number>();
    for (let at = 0; at < texts.length; at += embedder.maxTexts) {
      const vectors = await embedder.embed(texts.slice(at, at + embedder.maxTexts));
      for (const [index, vector] of vectors.entries())
        similarities.set(
          commits[at + index]?.id ?? '',
          Math.max(0, cosineSimilarity(questionVector, vector)),
        );
    }
    return similarities;
  };
  try {
    return await withTimeout(embedTimeoutMs, embedMessages, () => {
      return new AppError('embedder_unavailable', 'The embedding model did not answer in time.');
    });
  } catch (error) {
    const isModelError = error instanceof AppError && error.code.startsWith('embedder_');
    if (isModelError) return new Map();
    throw error;
  }
}
