/** How like a question commits' messages are, by the embedding model. Made as it is asked: messages are short, and few are looked at. */

import { similarityOf } from '../../core/embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import { embedTimeoutMs } from '../embed-queries.ts';
import { withinTime } from '../within-time.ts';
import { AppError } from '../../core/errors.ts';

/** What of a message is read: more of it is lists of what was done besides. */
const bodyRead = 600;

/** By commit id, 0 to 1; nothing where there is no model, no question, or the model does not answer: words and lines are left. */
export async function likenessOf(
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
        likeness.set(commits[at + index]?.id ?? '', Math.max(0, similarityOf(asked, vector)));
    }
    return likeness;
  };
  try {
    return await withinTime(embedTimeoutMs, embed, () => {
      return new AppError('embedder_unavailable', 'The embedding model did not answer in time.');
    });
  } catch (error) {
    const isOfModel = error instanceof AppError && error.code.startsWith('embedder_');
    if (isOfModel) return new Map();
    throw error;
  }
}
