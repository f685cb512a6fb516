/** After a failure, queries fail at once until one probe query succeeds. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { withCircuitBreaker, cooldownMs } from '../../../../worker/flows/search/embedder-circuit-breaker.ts';
import type { Embedder } from '../../../../worker/ports/embedder.ts';
import { embedQueries } from '../../../../worker/retrieval/search/embed-queries.ts';
import { createHashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';
import { createManualClock, type ManualClock } from '../../../support/fakes/manual-clock.ts';

const embedderError = new AppError('embedder_unavailable', 'The server of m did not answer.');
const vector = Float32Array.of(1, 0);

let clock: ManualClock;
let embedded: string[];
let answer: () => Promise<Float32Array>;
let embedder: Embedder;
let arrive: () => void;
const waitForArrival = () =>
  new Promise<Float32Array>((resolve) => {
    arrive = () => resolve(vector);
  });
beforeEach(() => {
  clock = createManualClock();
  embedded = [];
  arrive = () => undefined;
  const embedQuery = (text: string) => {
    embedded.push(text);
    return answer();
  };
  embedder = withCircuitBreaker({ ...createHashingEmbedder(), embedQuery }, clock);
  answer = () => Promise.reject(embedderError);
});

const search = (...texts: string[]) => embedQueries(embedder, texts, { searchesWords: true, timeoutMs: 1 });

describe('after a failure', () => {
  it('the model is not called, and the note states when the next attempt is', async () => {
    expect((await search('a')).note).toBe('Searched by keywords only: The server of m did not answer.');
    clock.advance(10_000);
    answer = () => Promise.resolve(vector);
    expect((await search('b')).note).toBe(
      'Searched by keywords only: The server of m did not answer. The next attempt is in 20 s.',
    );
    expect(embedded).toEqual(['a']);
  });

  it('a search that needs vectors fails at once', async () => {
    await search('a');
    await expect(embedQueries(embedder, ['b'], { searchesWords: false })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    expect(embedded).toEqual(['a']);
  });

  it('one query probes the model with all its texts, while other queries do not wait', async () => {
    await search('a');
    clock.advance(cooldownMs);
    answer = waitForArrival;
    const signal = new AbortController().signal;
    const probe = [embedder.embedQuery('b', signal), embedder.embedQuery('c', signal)];
    expect((await search('d')).note).toMatch(/next attempt is in 30 s/);
    expect(embedded).toEqual(['a', 'b', 'c']);
    arrive();
    await probe[1];
    expect(embedded).toEqual(['a', 'b', 'c']);
    answer = () => Promise.resolve(vector);
    expect(await search('e')).toMatchObject({ note: undefined });
    expect(embedded).toEqual(['a', 'b', 'c', 'e']);
  });

  it('the circuit opens again if the probe fails', async () => {
    await search('a');
    clock.advance(cooldownMs);
    await search('b');
    clock.advance(cooldownMs - 1);
    await search('c');
    expect(embedded).toEqual(['a', 'b']);
    clock.advance(1);
    await search('d');
    expect(embedded).toEqual(['a', 'b', 'd']);
  });
});

it('opens the circuit if a caller times out on a model that hangs, however the call ends', async () => {
  answer = waitForArrival;
  expect((await search('a')).note).toMatch(/within 1 ms\.$/);
  arrive();
  await Promise.resolve();
  expect((await search('b')).note).toMatch(/within 1 ms\. The next attempt is in 30 s\.$/);
  expect(embedded).toEqual(['a']);
});

it('keeps the circuit closed if the model rejects a query', async () => {
  answer = () => Promise.reject(new AppError('embedder_failed', 'Too long.'));
  await search('a');
  await search('b');
  expect(embedded).toEqual(['a', 'b']);
});

it('ignores a caller that disconnects', async () => {
  const caller = new AbortController();
  answer = () => new Promise(() => undefined);
  void embedder.embedQuery('a', caller.signal);
  caller.abort();
  answer = () => Promise.resolve(vector);
  expect(await search('b')).toMatchObject({ note: undefined });
});

it('embeds texts for the index even while the circuit is open', async () => {
  await search('a');
  expect(await embedder.embed([{ name: 'b', path: 'b.py', body: 'b' }])).toHaveLength(1);
});
