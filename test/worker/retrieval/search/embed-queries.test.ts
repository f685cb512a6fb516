/** Embeds queries, or returns a note that states why there are no vectors. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { embedQueries } from '../../../../worker/retrieval/search/embed-queries.ts';

const vector = Float32Array.of(1, 0);
const unavailable = new AppError('embedder_unavailable', 'The server of m did not answer.');
const withWords = { searchesWords: true };

function scripted(respond: (text: string) => Promise<Float32Array>) {
  const calls: { readonly text: string; readonly signal: AbortSignal | undefined }[] = [];
  const embedQuery = (text: string, signal?: AbortSignal): Promise<Float32Array> => {
    calls.push({ text, signal });
    return respond(text);
  };
  return { calls, embedQuery };
}

it('returns a vector for each text and embeds each distinct text once', async () => {
  const embedder = scripted(() => Promise.resolve(vector));
  const { vectors, note } = await embedQueries(embedder, ['a', 'b', 'a'], withWords);
  expect([...vectors.keys()]).toEqual(['a', 'b']);
  expect(vectors.get('b')).toBe(vector);
  expect(note).toBeUndefined();
  expect(embedder.calls.map(({ text }) => text)).toEqual(['a', 'b']);
});

describe('a model', () => {
  it.each([
    ['is unreachable', unavailable, /did not answer/],
    ['rejects the request', new AppError('embedder_failed', 'No such model.'), /No such model/],
  ])('that %s yields no vectors and a note with the reason', async (_, error, reason) => {
    const embedder = scripted(() => Promise.reject(error));
    const { vectors, note } = await embedQueries(embedder, ['a'], withWords);
    expect(vectors.size).toBe(0);
    expect(note).toMatch(/^Searched by keywords only: /);
    expect(note).toMatch(reason);
  });

  it('that exceeds the timeout is aborted and yields no vectors', async () => {
    const embedder = scripted(() => new Promise(() => undefined));
    const { vectors, note } = await embedQueries(embedder, ['a', 'b'], { ...withWords, timeoutMs: 1 });
    expect(vectors.size).toBe(0);
    expect(note).toMatch(/keywords only.*within 1 ms/);
    expect(embedder.calls.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  });

  it('that fails on some of the texts yields no vectors at all', async () => {
    const embedder = scripted((text) =>
      text === 'a' ? Promise.resolve(vector) : Promise.reject(unavailable),
    );
    expect((await embedQueries(embedder, ['a', 'b'], withWords)).vectors.size).toBe(0);
  });

  it('that returns a long error yields a shortened note', async () => {
    const embedder = scripted(() => Promise.reject(new AppError('embedder_failed', 'x'.repeat(9_000))));
    expect((await embedQueries(embedder, ['a'], withWords)).note?.length).toBeLessThan(400);
  });

  it('that fails makes the search fail if keywords are not searched', async () => {
    const embedder = scripted(() => Promise.reject(unavailable));
    await expect(embedQueries(embedder, ['a'], { searchesWords: false })).rejects.toBe(unavailable);
  });
});

it('rethrows errors that do not come from the model', async () => {
  for (const error of [
    new AppError('storage_unavailable', 'D1 is unavailable.'),
    new TypeError('a mistake'),
  ]) {
    const embedder = scripted(() => Promise.reject(error));
    await expect(embedQueries(embedder, ['a'], withWords)).rejects.toBe(error);
  }
});
