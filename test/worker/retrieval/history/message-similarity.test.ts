/** Compares commit messages with a question by their embeddings. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import type { CommitRow } from '../../../../worker/ports/history-store.ts';
import { measureMessageSimilarity } from '../../../../worker/retrieval/history/message-similarity.ts';
import { createHashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';

const row = (id: string, message: string): CommitRow => ({
  id,
  message,
  subject: message.split('\n')[0] ?? '',
  key: 1,
  parents: [],
  author: 'Ann',
  authoredAt: 0,
  committedAt: 0,
  isCut: false,
  changedFiles: 1,
  pullRequest: undefined,
  issues: [],
});
const question = 'Why is an empty budget refused?';

const failing = (error: Error) => ({
  ...createHashingEmbedder(),
  embedQuery: async (): Promise<Float32Array> => {
    throw error;
  },
});

describe('messages', () => {
  it('are scored by subject and body, in as many calls as the model needs', async () => {
    const embedder = createHashingEmbedder();
    const others = Array.from({ length: 8 }, (_, at) => row(`other${at}`, 'Read archives whole'));
    const rows = [
      row('subject', 'Refuse an empty budget'),
      row('body', 'Fix a loop\n\nRefuse an empty budget'),
      ...others,
    ];
    const similarities = await measureMessageSimilarity(embedder, question, rows);
    const similarityFor = (id: string): number => similarities.get(id) ?? Number.NaN;
    expect(similarityFor('subject')).toBeGreaterThan(similarityFor('body'));
    expect(similarityFor('body')).toBeGreaterThan(similarityFor('other7'));
    expect(similarityFor('other7')).toBeGreaterThanOrEqual(0);
    expect(embedder.calls).toEqual([7, 3]);
  });

  it('have no scores without a model, question or commits', async () => {
    const embedder = createHashingEmbedder();
    expect(await measureMessageSimilarity(undefined, question, [row('a', 'b')])).toEqual(new Map());
    expect(await measureMessageSimilarity(embedder, undefined, [row('a', 'b')])).toEqual(new Map());
    expect(await measureMessageSimilarity(embedder, question, [])).toEqual(new Map());
    expect(embedder.calls).toEqual([]);
  });

  it('have no scores if the model fails, but other errors are thrown', async () => {
    const unavailable = new AppError('embedder_unavailable', 'The model did not answer.');
    expect(await measureMessageSimilarity(failing(unavailable), question, [row('a', 'b')])).toEqual(
      new Map(),
    );
    const ownError = new Error('a mistake of ours');
    await expect(measureMessageSimilarity(failing(ownError), question, [row('a', 'b')])).rejects.toBe(
      ownError,
    );
  });
});
