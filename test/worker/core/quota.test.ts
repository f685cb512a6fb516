/** `pruneUses` merges uses if there are too many to store. */
import { expect, it } from 'vitest';
import { maxWindowMs, maxUses, checkQuota, pruneUses, type QuotaUse } from '../../../worker/core/quota.ts';

const now = 1_700_000_000_000;
const createUse = (at: number, index: number): QuotaUse => ({ id: String(index), at, calls: 1, tokens: 7 });
/** Uses spread evenly over the given time before now, oldest first. */
const createUses = (ms: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    createUse(now - ms + Math.floor(((index + 1) * ms) / count), index),
  );

it('keeps up to the maximum unchanged, without expired uses', () => {
  const uses = createUses(maxWindowMs, maxUses);
  expect(pruneUses([createUse(now - maxWindowMs, -1), ...uses], now)).toEqual(uses);
});

it('merges more uses in order, without losing one or expiring it early', () => {
  for (const [ms, precisionMs] of [
    [maxWindowMs, 86_400],
    [60_000, 200],
  ] as const) {
    const uses = createUses(ms, 50_000);
    const merged = pruneUses(uses, now);
    expect(merged.length).toBeLessThanOrEqual(maxUses);
    expect(merged.map(({ at }) => at)).toEqual(merged.map(({ at }) => at).toSorted((a, b) => a - b));
    for (const elapsedMs of [0, 1, ms / 3, ms - 1]) {
      const sum = (counted: readonly QuotaUse[], key: 'calls' | 'tokens') =>
        counted.filter(({ at }) => at > now - ms + elapsedMs).reduce((total, use) => total + use[key], 0);
      expect(sum(merged, 'calls')).toBeGreaterThanOrEqual(sum(uses, 'calls'));
      expect(sum(merged, 'tokens')).toBe(7 * sum(merged, 'calls'));
      const slack = (precisionMs / ms) * 50_000;
      expect(sum(merged, 'calls') - sum(uses, 'calls')).toBeLessThanOrEqual(slack + 1);
    }
    expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
  }
});

it('stays within the maximum when merged repeatedly, and counts every call', () => {
  let uses: readonly QuotaUse[] = [];
  for (let index = 0; index < 20_000; index += 1)
    uses = pruneUses([...uses, createUse(now + index * 4, index)], now + index * 4);
  expect(uses.length).toBeLessThanOrEqual(maxUses);
  expect(uses.reduce((sum, { calls }) => sum + calls, 0)).toBe(20_000);
});

it('counts a merged use as several calls', () => {
  const uses = [{ id: 'a', at: now - 10_000, calls: 5, tokens: 50 }];
  const limits = {
    requestsPerMinute: 5,
    tokensPerMinute: Infinity,
    requestsPerDay: Infinity,
    tokensPerDay: Infinity,
  };
  expect(checkQuota(1, { uses, limits, now })).toEqual({ waitMs: 50_000, limit: 'requestsPerMinute' });
});
