import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { RefusedSenders } from '../../../../worker/http/request/refused-senders.ts';

const start = Date.parse('2026-01-01T00:00:20Z');
const resetsAt = '2026-01-01T00:01:00.000Z';
const usedUp = (measure: string): AppError =>
  new AppError('limit_reached', 'Used up.', {
    details: { measure, limit: 5, used: 5, resetsAt, retryAfter: 40 },
  });

let senders: RefusedSenders;
beforeEach(() => {
  vi.useFakeTimers();
  senders = new RefusedSenders();
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = (name: string, now = start, signal = new AbortController().signal) =>
  senders.refuse({ name, now, signal });

describe('a sender that has used up its requests', () => {
  test('is refused until its window ends, a second late', async () => {
    senders.remember('a', usedUp('requests'));
    let refused: AppError | undefined;
    void ask('a').then((error) => (refused = error));
    await vi.advanceTimersByTimeAsync(999);
    expect(refused).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toMatchObject({ code: 'limit_reached', details: { retryAfter: 39, limit: 5 } });
    expect(await ask('a', Date.parse(resetsAt))).toBeUndefined();
    expect(await ask('b')).toBeUndefined();
  });

  test('is not delayed after it has left', async () => {
    senders.remember('a', usedUp('requests'));
    const leaving = new AbortController();
    const asked = ask('a', start, leaving.signal);
    leaving.abort();
    expect(await asked).toBeDefined();
  });

  test('is delayed only among a thousand others', async () => {
    senders.remember('a', usedUp('requests'));
    const held = Array.from({ length: 1_000 }, () => ask('a'));
    expect(await ask('a')).toBeDefined();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(held)).toHaveLength(1_000);
  });

  test('waits longer if it goes on', async () => {
    senders.remember('a', usedUp('requests'));
    const refusals = Array.from({ length: 21 }, () => ask('a'));
    let ended = 0;
    for (const refusal of refusals) void refusal.then(() => (ended += 1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toBe(20);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(ended).toBe(21);
  });
});

test('only used up requests are remembered: other limits do not stop reads', async () => {
  senders.remember('a', usedUp('questions'));
  senders.remember('b', new AppError('repository_not_found', 'No.'));
  expect(await ask('a')).toBeUndefined();
  expect(await ask('b')).toBeUndefined();
});

test('the oldest senders are forgotten first', async () => {
  for (let number = 0; number <= 10_000; number += 1) senders.remember(String(number), usedUp('requests'));
  expect(await ask('0')).toBeUndefined();
  const last = ask('10000');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await last).toBeDefined();
});
