/** Embeds commit messages on request and compares them with the question. */

import { cosineSimilarity } from '../../core/code/embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import { embedTimeoutMs } from '../search/embed-queries.ts';
import { withTimeout } from '../search/with-timeout.ts';
import { AppError } from '../../core/errors.ts';

/** What of a message is read: more of it is lists of what was done besides. */
const bodyRead = 600;

/** By commit id, 0 to 1; nothing where there is no model, no question, or the model does not answer: words and lines are left. */
export async function messageSimilarity(
  embedder: Embedder | undefined,
  question: string | undefined,
  commits: readonly Pick<CommitRow, 'id' | 'subject' | 'message'>[],
): Promise<ReadonlyMap<string, number>> {
  if (embedder === undefined || question === undefined || commits.length === 0) return new Map();
  const embed = async (): Promise<ReadonlyMap<string, number>> => {
    const asked = await embedder.embedQuery(question);
    const texts = commits.map(({ subject, message }) => ({
      name: subject,
      path: '',
      body: message.slice(subject.length, subject.length + bodyRead),
    }));
    const likeness = new Map<string, number>();
    for (let at = 0; at < texts.length; at += embedder.maxTexts) {
      const vectors = await embedder.embed(texts.slice(at, at + embedder.maxTexts));
      for (const [index, vector] of vectors.entries())
        likeness.set(commits[at + index]?.id ?? '', Math.max(0, cosineSimilarity(asked, vector)));
    }
    return likeness;
  };
  try {
    return await withTimeout(embedTimeoutMs, embed, () => {
      return new AppError('embedder_unavailable', 'The embedding model did not answer in time.');
    });
  } catch (error) {
    const isOfModel = error instanceof AppError && error.code.startsWith('embedder_');
    if (isOfModel) return new Map();
    throw error;
  }
}
