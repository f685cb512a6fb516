/** A model that failed is let rest, then asked by one query. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { restingEmbedder, restMs } from '../../../../worker/flows/search/resting-embedder.ts';
import type { Embedder } from '../../../../worker/ports/embedder.ts';
import { embedQueries } from '../../../../worker/retrieval/embed-queries.ts';
import { createHashingEmbedder } from '../../../support/hashing-embedder.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

const away = new AppError('embedder_unavailable', 'The server of m did not answer.');
const vector = Float32Array.of(1, 0);

let clock: ManualClock;
let asked: string[];
let answer: () => Promise<Float32Array>;
let embedder: Embedder;
let arrive: () => void;
const untilItArrives = () =>
  new Promise<Float32Array>((resolve) => {
    arrive = () => resolve(vector);
  });
beforeEach(() => {
  clock = createManualClock();
  asked = [];
  arrive = () => undefined;
  const embedQuery = (text: string) => {
    asked.push(text);
    return answer();
  };
  embedder = restingEmbedder({ ...createHashingEmbedder(), embedQuery }, clock);
  answer = () => Promise.reject(away);
});

const search = (...texts: string[]) => embedQueries(embedder, texts, { searchesWords: true, timeoutMs: 1 });

describe('after a failure', () => {
  it('it is not asked, which is told with when it will be', async () => {
    expect((await search('a')).note).toBe('Searched by words alone: The server of m did not answer.');
    clock.advance(10_000);
    answer = () => Promise.resolve(vector);
    expect((await search('b')).note).toBe(
      'Searched by words alone: The server of m did not answer. It is asked again in 20 s.',
    );
    expect(asked).toEqual(['a']);
  });

  it('a search with nothing but vectors fails at once', async () => {
    await search('a');
    await expect(embedQueries(embedder, ['b'], { searchesWords: false })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    expect(asked).toEqual(['a']);
  });

  it('one query finds out whether it is back, with all its texts, while others are not waited for', async () => {
    await search('a');
    clock.advance(restMs);
    answer = untilItArrives;
    const signal = new AbortController().signal;
    const probe = [embedder.embedQuery('b', signal), embedder.embedQuery('c', signal)];
    expect((await search('d')).note).toMatch(/asked again in 30 s/);
    expect(asked).toEqual(['a', 'b', 'c']);
    arrive();
    await probe[1];
    expect(asked).toEqual(['a', 'b', 'c']);
    answer = () => Promise.resolve(vector);
    expect(await search('e')).toMatchObject({ note: undefined });
    expect(asked).toEqual(['a', 'b', 'c', 'e']);
  });

  it('it rests again where it still fails', async () => {
    await search('a');
    clock.advance(restMs);
    await search('b');
    clock.advance(restMs - 1);
    await search('c');
    expect(asked).toEqual(['a', 'b']);
    clock.advance(1);
    await search('d');
    expect(asked).toEqual(['a', 'b', 'd']);
  });
});

it('one that hangs rests from when it is given up, however it ends', async () => {
  answer = untilItArrives;
  expect((await search('a')).note).toMatch(/within 1 ms\.$/);
  arrive();
  await Promise.resolve();
  expect((await search('b')).note).toMatch(/within 1 ms\. It is asked again in 30 s\.$/);
  expect(asked).toEqual(['a']);
});

it('one that refuses a question is asked the next: it is there', async () => {
  answer = () => Promise.reject(new AppError('embedder_failed', 'Too long.'));
  await search('a');
  await search('b');
  expect(asked).toEqual(['a', 'b']);
});

it('a reader who goes says nothing of the model', async () => {
  const leaving = new AbortController();
  answer = () => new Promise(() => undefined);
  void embedder.embedQuery('a', leaving.signal);
  leaving.abort();
  answer = () => Promise.resolve(vector);
  expect(await search('b')).toMatchObject({ note: undefined });
});

it('texts for the index are embedded all the while', async () => {
  await search('a');
  expect(await embedder.embed([{ name: 'b', path: 'b.py', body: 'b' }])).toHaveLength(1);
});
