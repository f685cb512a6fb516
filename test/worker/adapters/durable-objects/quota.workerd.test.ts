/** Tests that usage counters in Durable Objects fulfill the port's contract, survive eviction, and are deleted when they expire. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDurableQuota } from '../../../../worker/adapters/durable-objects/quota.ts';
import { maxWindowMs, maxUses } from '../../../../worker/core/quota.ts';
import { QuotaObject } from '../../../../worker/objects/quota.ts';
import { quotaContract } from '../../../contracts/quota.ts';

const unlimited = {
  requestsPerMinute: Infinity,
  tokensPerMinute: Infinity,
  requestsPerDay: Infinity,
  tokensPerDay: Infinity,
};
const oneADay = { ...unlimited, requestsPerDay: 1 };
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
const unreachableStub = () => ({
  reserve: () => Promise.reject(new Error('overloaded')),
  settle: () => Promise.reject(new Error('overloaded')),
});
let openedCount = 0;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function openQuota() {
  openedCount += 1;
  const prefix = `test-${openedCount}-`;
  const getStub = (bucket: string) => env.QUOTA.get(env.QUOTA.idFromName(prefix + bucket));
  return { quota: createDurableQuota(getStub), getStub, advance };
}

type Stub = ReturnType<ReturnType<typeof openQuota>['getStub']>;

const countTables = (stub: Stub) =>
  runInDurableObject(
    stub,
    (_, { storage }) =>
      storage.sql.exec(`SELECT name FROM sqlite_schema WHERE name = 'use'`).toArray().length,
  );
const readRows = (stub: Stub) =>
  runInDurableObject(stub, (_, { storage }) =>
    Number(storage.sql.exec('SELECT count(*) AS n FROM use').one()['n']),
  );

quotaContract(async () => openQuota());

describe('an object', () => {
  it('keeps its counts after eviction from memory', async () => {
    const { quota, getStub } = openQuota();
    await quota.reserve('m', 1, oneADay);
    const secondReservation = await runInDurableObject(getStub('m'), (_, context) =>
      new QuotaObject(context, env as never).reserve(1, oneADay),
    );
    expect(secondReservation).toMatchObject({ isGranted: false });
  });

  it('stores a bounded number of rows', async () => {
    const { getStub } = openQuota();
    const stub = getStub('m');
    await stub.reserve(1, unlimited);
    await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
          INSERT INTO use (at, calls, tokens) SELECT ? - i, 1, 1 FROM n`,
        Date.now(),
      ),
    );
    await stub.reserve(1, unlimited);
    expect(await readRows(stub)).toBeLessThanOrEqual(maxUses);
    expect(await stub.reserve(1, { ...unlimited, requestsPerDay: 5_003 })).toMatchObject({ isGranted: true });
    expect(await stub.reserve(1, { ...unlimited, requestsPerDay: 5_003 })).toMatchObject({
      isGranted: false,
    });
  });

  it('does not attribute the tokens of merged calls to a single call', async () => {
    const { getStub } = openQuota();
    const stub = getStub('m');
    await stub.reserve(1, unlimited);
    await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          INSERT INTO use (at, calls, tokens) SELECT ?, 1, 100 FROM n`,
        maxUses,
        Date.now(),
      ),
    );
    const last = await runInDurableObject(stub, (_, { storage }) =>
      String(storage.sql.exec('SELECT max(number) AS n FROM use').one()['n']),
    );
    await stub.reserve(1, unlimited);
    await stub.settle(last, 3);
    const reservation = await stub.reserve(1, { ...unlimited, tokensPerDay: 100 * maxUses });
    expect(reservation).toMatchObject({ isGranted: false, limit: 'tokensPerDay' });
  });

  it('deletes rows older than a day, and finally all its storage', async () => {
    const { quota, getStub, advance } = openQuota();
    const stub = getStub('m');
    await quota.reserve('m', 1, unlimited);
    advance(maxWindowMs - 10);
    await quota.reserve('m', 1, unlimited);
    advance(10);
    await runDurableObjectAlarm(stub);
    expect(await readRows(stub)).toBe(1);
    advance(maxWindowMs);
    await runDurableObjectAlarm(stub);
    expect(await countTables(stub)).toBe(0);
    await quota.settle('m', '1', 5);
    expect(await quota.reserve('m', 1, oneADay)).toMatchObject({ isGranted: true });
  });
});

it('reports an unreachable object as retryable', async () => {
  await expect(createDurableQuota(unreachableStub).reserve('m', 1, unlimited)).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
});
