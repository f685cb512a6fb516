/** Queries as vectors, or a note that there are none. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { embedQueries } from '../../../../worker/retrieval/search/embed-queries.ts';

const vector = Float32Array.of(1, 0);
const away = new AppError('embedder_unavailable', 'The server of m did not answer.');
const withWords = { searchesWords: true };

function scripted(answerOf: (text: string) => Promise<Float32Array>) {
  const calls: { readonly text: string; readonly signal: AbortSignal | undefined }[] = [];
  const embedQuery = (text: string, signal?: AbortSignal): Promise<Float32Array> => {
    calls.push({ text, signal });
    return answerOf(text);
  };
  return { calls, embedQuery };
}

it('gives the vector of each text, each asked for once', async () => {
  const embedder = scripted(() => Promise.resolve(vector));
  const { vectors, note } = await embedQueries(embedder, ['a', 'b', 'a'], withWords);
  expect([...vectors.keys()]).toEqual(['a', 'b']);
  expect(vectors.get('b')).toBe(vector);
  expect(note).toBeUndefined();
  expect(embedder.calls.map(({ text }) => text)).toEqual(['a', 'b']);
});

describe('a model that', () => {
  it.each([
    ['cannot be reached', away, /did not answer/],
    ['refuses', new AppError('embedder_failed', 'No such model.'), /No such model/],
  ])('%s gives no vectors, and a note that says why', async (_, error, reason) => {
    const embedder = scripted(() => Promise.reject(error));
    const { vectors, note } = await embedQueries(embedder, ['a'], withWords);
    expect(vectors.size).toBe(0);
    expect(note).toMatch(/^Searched by words alone: /);
    expect(note).toMatch(reason);
  });

  it('hangs is not waited for, and told to stop', async () => {
    const embedder = scripted(() => new Promise(() => undefined));
    const { vectors, note } = await embedQueries(embedder, ['a', 'b'], { ...withWords, timeoutMs: 1 });
    expect(vectors.size).toBe(0);
    expect(note).toMatch(/words alone.*within 1 ms/);
    expect(embedder.calls.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  });

  it('knows some texts and fails on others gives no vectors: words alone are searched', async () => {
    const embedder = scripted((text) => (text === 'a' ? Promise.resolve(vector) : Promise.reject(away)));
    expect((await embedQueries(embedder, ['a', 'b'], withWords)).vectors.size).toBe(0);
  });

  it('says much of itself is told in short', async () => {
    const embedder = scripted(() => Promise.reject(new AppError('embedder_failed', 'x'.repeat(9_000))));
    expect((await embedQueries(embedder, ['a'], withWords)).note?.length).toBeLessThan(400);
  });

  it('fails where words are not searched fails the search', async () => {
    const embedder = scripted(() => Promise.reject(away));
    await expect(embedQueries(embedder, ['a'], { searchesWords: false })).rejects.toBe(away);
  });
});

it('fails with what is no failure of the model', async () => {
  for (const error of [new AppError('storage_unavailable', 'D1 is away.'), new TypeError('a mistake')]) {
    const embedder = scripted(() => Promise.reject(error));
    await expect(embedQueries(embedder, ['a'], withWords)).rejects.toBe(error);
  }
});
