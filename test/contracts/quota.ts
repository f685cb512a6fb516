/** Contract of every quota: no call exceeds a limit, and no call waits longer than necessary. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Quota, QuotaLimits, Reservation } from '../../worker/ports/quota.ts';

interface OpenedQuota {
  readonly quota: Quota;
  /** Advances the quota's clock. */
  readonly advance: (ms: number) => void;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const unlimited: QuotaLimits = {
  requestsPerMinute: Infinity,
  tokensPerMinute: Infinity,
  requestsPerDay: Infinity,
  tokensPerDay: Infinity,
};

export function quotaContract(open: () => Promise<OpenedQuota>): void {
  let quota: Quota;
  let advance: (ms: number) => void;
  beforeEach(async () => {
    ({ quota, advance } = await open());
  });
  const reserve = (limits: Partial<QuotaLimits>, tokens = 10, bucket = 'openai/m') =>
    quota.reserve(bucket, tokens, { ...unlimited, ...limits });
  const granted = { isGranted: true };

  it('grants unlimited calls, each with its own id', async () => {
    const ids = [await reserve({}), await reserve({})].map(grantedId);
    expect(new Set(ids).size).toBe(2);
  });

  describe.each([
    ['requestsPerMinute', minuteMs, 1],
    ['requestsPerDay', dayMs, 1],
    ['tokensPerMinute', minuteMs, 10],
    ['tokensPerDay', dayMs, 10],
  ] as const)('%s', (limit, windowMs, amount) => {
    const limits = { [limit]: 3 * amount };

    it('is not exceeded, and a rejection reports the exact waiting time', async () => {
      await reserve(limits);
      advance(1_000);
      await reserve(limits);
      await reserve(limits);
      advance(1_000);
      const refusal = { isGranted: false, waitMs: windowMs - 2_000, limit };
      expect(await reserve(limits)).toEqual(refusal);
      advance(windowMs - 2_001);
      expect(await reserve(limits)).toEqual({ ...refusal, waitMs: 1 });
      advance(1);
      expect(await reserve(limits)).toMatchObject(granted);
      expect(await reserve(limits)).toMatchObject({ isGranted: false, waitMs: 1_000 });
    });

    it('is not exceeded by concurrent calls', async () => {
      const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(limits)));
      expect(reservations.filter(({ isGranted }) => isGranted).length).toBe(3);
    });

    it('reports an infinite wait for a call above the limit', async () => {
      expect(await reserve({ [limit]: amount - 1 })).toEqual({ isGranted: false, waitMs: Infinity, limit });
    });
  });

  it('reports the limit with the longest wait', async () => {
    const limits = { requestsPerMinute: 1, tokensPerDay: 15 };
    await reserve(limits);
    expect(await reserve(limits)).toEqual({ isGranted: false, waitMs: dayMs, limit: 'tokensPerDay' });
    expect(await reserve(limits, 5)).toMatchObject({ waitMs: minuteMs, limit: 'requestsPerMinute' });
  });

  it('waits until enough calls have expired', async () => {
    for (let calls = 0; calls < 4; calls += 1) {
      await reserve({});
      advance(1_000);
    }
    expect(await reserve({ tokensPerMinute: 45 }, 25)).toMatchObject({ waitMs: minuteMs - 3_000 });
  });

  it('replaces the reserved tokens with the used ones', async () => {
    const limits = { tokensPerMinute: 100 };
    const first = grantedId(await reserve(limits, 90));
    expect(await reserve(limits, 20)).toMatchObject({ isGranted: false });
    await quota.settle('openai/m', first, 30);
    const second = grantedId(await reserve(limits, 20));
    await quota.settle('openai/m', second, 70);
    expect(await reserve(limits, 1)).toMatchObject({ isGranted: false, waitMs: minuteMs });
  });

  it('counts a call that used no tokens', async () => {
    const limits = { requestsPerMinute: 1 };
    await quota.settle('openai/m', grantedId(await reserve(limits)), 0);
    expect(await reserve(limits)).toMatchObject({ isGranted: false });
  });

  it('does not count rejected calls', async () => {
    const limits = { requestsPerMinute: 1 };
    await reserve(limits);
    for (let tries = 0; tries < 5; tries += 1) await reserve(limits);
    advance(minuteMs);
    expect(await reserve(limits)).toMatchObject(granted);
  });

  it('counts each bucket separately', async () => {
    const limits = { requestsPerDay: 1 };
    const id = grantedId(await reserve(limits, 10, 'openai/m'));
    expect(await reserve(limits, 10, 'groq/m')).toMatchObject(granted);
    await quota.settle('groq/m', id, 0);
    expect(await reserve({ tokensPerDay: 10 }, 1, 'openai/m')).toMatchObject({ isGranted: false });
  });

  it('ignores the settlement of an unknown call', async () => {
    await quota.settle('nobody/m', 'x', 5);
    await quota.settle('openai/m', '-1', 5);
    expect(await reserve({ requestsPerDay: 1 })).toMatchObject(granted);
  });

  it('applies a new limit to earlier calls', async () => {
    await reserve({});
    advance(dayMs - 1);
    expect(await reserve({ requestsPerDay: 1 })).toMatchObject({ waitMs: 1 });
  });
}

function grantedId(reservation: Reservation): string {
  if (!reservation.isGranted) throw new Error('The call was not granted.');
  return reservation.id;
}
