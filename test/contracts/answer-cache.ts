/** Contract of every answer cache: it returns an answer only for the state of the index it was stored for. */

import { beforeEach, expect, it } from 'vitest';
import type { AnswerEvent } from '../../worker/core/answers/answer.ts';
import type { AnswerCache } from '../../worker/ports/answer-cache.ts';

const textEvents = (delta: string): readonly AnswerEvent[] => [
  { type: 'text', delta },
  { type: 'suggestions', questions: ['Where is “x”?', 'How?'] },
];

export function answerCacheContract(open: () => Promise<{ readonly answerCache: AnswerCache }>): void {
  let cache: AnswerCache;
  beforeEach(async () => {
    cache = (await open()).answerCache;
  });

  const key = { shard: 0, snapshot: 1, generation: 1 };
  it('returns the latest answer stored under a key', async () => {
    expect(await cache.read(key, 'a')).toBeUndefined();
    await cache.write(key, 'a', textEvents('first'));
    expect(await cache.read(key, 'a')).toEqual(textEvents('first'));
    await cache.write(key, 'a', textEvents('second'));
    expect(await cache.read(key, 'a')).toEqual(textEvents('second'));
  });

  it('has no answer for another question, snapshot or generation', async () => {
    await cache.write(key, 'a', textEvents('x'));
    expect(await cache.read(key, 'b')).toBeUndefined();
    expect(await cache.read({ ...key, snapshot: 2 }, 'a')).toBeUndefined();
    expect(await cache.read({ ...key, generation: 2 }, 'a')).toBeUndefined();
  });

  it('deletes exactly the answers of a snapshot', async () => {
    const [second, other] = [
      { ...key, generation: 2 },
      { ...key, snapshot: 12 },
    ];
    for (const cacheKey of [key, second, other]) await cache.write(cacheKey, 'a', textEvents('x'));
    await cache.remove(key);
    expect(await cache.read(key, 'a')).toBeUndefined();
    expect(await cache.read(second, 'a')).toBeUndefined();
    expect(await cache.read(other, 'a')).toBeDefined();
  });

  it('evicts the oldest answers of a snapshot over the limit, and does not affect other snapshots', async () => {
    const other = { ...key, snapshot: 2 };
    await cache.write(other, 'a', textEvents('other'));
    for (let at = 0; at <= cache.maxAnswers; at += 1) await cache.write(key, `q${at}`, textEvents('x'));
    expect(await cache.read(key, 'q0')).toBeUndefined();
    expect(await cache.read(key, 'q1')).toBeDefined();
    expect(await cache.read(key, `q${cache.maxAnswers}`)).toBeDefined();
    expect(await cache.read(other, 'a')).toBeDefined();
  });

  it('evicts data of the snapshot itself only for other such data', async () => {
    await cache.write(key, 'overview 1', textEvents('data'));
    for (let at = 0; at <= cache.maxAnswers; at += 1) await cache.write(key, `q${at}`, textEvents('x'));
    expect(await cache.read(key, 'overview 1')).toEqual(textEvents('data'));
    for (let at = 1; at <= cache.maxSnapshotData; at += 1)
      await cache.write(key, `starters ${at}`, textEvents('x'));
    expect(await cache.read(key, 'overview 1')).toBeUndefined();
    expect(await cache.read(key, 'starters 1')).toBeDefined();
    expect(await cache.read(key, `q${cache.maxAnswers}`)).toBeDefined();
  });

  it('silently drops an answer that is too large', async () => {
    await cache.write(key, 'long', textEvents('é'.repeat(1_000_000)));
    expect(await cache.read(key, 'long')).toBeUndefined();
    await cache.write(key, 'long', textEvents('x'.repeat(1_000_000)));
    expect(await cache.read(key, 'long')).toBeDefined();
  });
}
