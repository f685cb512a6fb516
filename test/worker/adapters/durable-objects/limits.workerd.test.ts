/** Tests that the real objects are exact for many callers, survive eviction, lose nothing that was held, and delete what is old. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDurableLimits } from '../../../../worker/adapters/durable-objects/limits.ts';
import { LimitObject } from '../../../../worker/objects/limit.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';
import { limitsContract } from '../../../contracts/limits.ts';

const leaseMs = 600_000;
const dayMs = 86_400_000;
const advance = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const fail = () => Promise.reject(new Error('overloaded'));
let openedCount = 0;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function openLimits() {
  openedCount += 1;
  const prefix = `test-${openedCount}-`;
  const getStub = (account: string) => env.LIMIT.get(env.LIMIT.idFromName(prefix + account));
  const limits = createDurableLimits(getStub);
  return { limits, getStub, advance, setTime: (time: number) => void vi.setSystemTime(time) };
}

type Stub = ReturnType<ReturnType<typeof openLimits>['getStub']>;

/** Runs a call in an object that has just read its storage, as after an eviction. */
const inRestarted = <Result>(stub: Stub, call: (object: LimitObject) => Promise<Result>) =>
  runInDurableObject(stub, (_, context) => call(new LimitObject(context, env as never)));
const countTables = (stub: Stub) =>
  runInDurableObject(
    stub,
    (_, { storage }) =>
      storage.sql.exec(`SELECT name FROM sqlite_schema WHERE name = 'count'`).toArray().length,
  );

limitsContract(async () => openLimits());

it('grants 500 concurrent callers exactly the limit, whatever each of them does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 500 }),
      fc.array(fc.boolean(), { minLength: 500, maxLength: 500 }),
      async (limit, settles) => {
        const { limits } = openLimits();
        const subjects = [{ name: 'account', limits: { questions: limit } }];
        const results = await Promise.all(
          settles.map(async (doesSettle) => {
            const reservation = await limits.reserve('a', { subjects, hold: { questions: 1 }, leaseMs });
            if (reservation.isGranted && doesSettle)
              await limits.settle('a', reservation.id ?? '', { questions: 1 });
            return reservation;
          }),
        );
        expect(results.filter(({ isGranted }) => isGranted).length).toBe(limit);
        const { standings } = await limits.read('a', { name: 'account', limits: { questions: limit } });
        expect(standings).toMatchObject([{ used: limit, left: 0 }]);
      },
    ),
    { numRuns: 5 },
  );
});

it('refuses none of 500 concurrent callers while released questions are left', async () => {
  const { limits } = openLimits();
  const subjects = [{ name: 'account', limits: { questions: 20 } }];
  let [granted, refused, running] = [0, 0, 0];
  const ask = async (): Promise<void> => {
    const reservation = await limits.reserve('a', { subjects, hold: { questions: 1 }, leaseMs });
    if (!reservation.isGranted) {
      // Others hold or have used all of them at this time.
      expect(reservation.exceeded.used).toBe(20);
      refused += 1;
      return;
    }
    granted += 1;
    running += 1;
    expect(running).toBeLessThanOrEqual(20);
    // Others ask meanwhile.
    await limits.read('a', { name: 'account', limits: {} });
    running -= 1;
    await limits.settle('a', reservation.id ?? '', {});
  };
  await Promise.all(Array.from({ length: 500 }, ask));
  expect(granted + refused).toBe(500);
  const last = await limits.reserve('a', { subjects, spend: { questions: 20 } });
  expect(last).toMatchObject({ isGranted: true });
});

const step = fc.oneof(
  fc.record({ type: fc.constant('reserve' as const), requests: fc.nat(2), questions: fc.nat(2) }),
  fc.record({ type: fc.constant('settle' as const), which: fc.nat(), questions: fc.nat(2) }),
  fc.record({ type: fc.constant('move' as const), ms: fc.integer({ min: -300_000, max: 900_000 }) }),
);

it('behaves as if it stayed in memory when it is killed after every call', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { getStub, advance, setTime } = openLimits();
      setTime(Date.UTC(2026, 10, 28, 23, 50));
      const memory = createMemoryLimits({ ...createManualClock(), now: Date.now });
      const subjects = [{ name: 'account', limits: { requests: 4, questions: 6 } }];
      const ids: { readonly stored: string; readonly expected: string }[] = [];
      for (const action of steps) {
        if (action.type === 'move') advance(action.ms);
        else if (action.type === 'settle') {
          const [id] = ids.splice(action.which % (ids.length + 1), 1);
          if (id === undefined) continue;
          const { questions } = action;
          await inRestarted(getStub('a'), (object) => object.settle(id.stored, { questions }));
          await memory.settle('a', id.expected, { questions });
        } else {
          const { requests, questions } = action;
          const request = { subjects, spend: { requests }, hold: { questions }, leaseMs };
          const stored = await inRestarted(getStub('a'), (object) => object.reserve(request));
          const expected = await memory.reserve('a', request);
          expect({ ...stored, id: '' }).toEqual({ ...expected, id: '' });
          if (stored.isGranted && expected.isGranted)
            ids.push({ stored: stored.id ?? '', expected: expected.id ?? '' });
        }
      }
    }),
    { numRuns: 25 },
  );
});

describe('an object', () => {
  const subjects = [{ name: 'account', limits: { requests: 5, questions: 2 } }];
  const request = { subjects, spend: { requests: 1 }, hold: { questions: 1 }, leaseMs };

  it('keeps counts and holds after eviction from memory', async () => {
    const { limits, getStub, advance } = openLimits();
    const first = await limits.reserve('a', request);
    await inRestarted(getStub('a'), (object) => object.reserve(request));
    await inRestarted(getStub('a'), async (object) => {
      expect(await object.reserve(request)).toMatchObject({ isGranted: false, exceeded: { used: 2 } });
      if (first.isGranted) await object.settle(first.id ?? '', { questions: 1 });
    });
    advance(leaseMs);
    const usage = await inRestarted(getStub('a'), (object) =>
      object.read({ name: 'account', limits: { questions: 2 } }),
    );
    expect(usage.standings).toMatchObject([{ used: 1 }]);
  });

  it('writes one row for a request', async () => {
    const { limits, getStub } = openLimits();
    await limits.reserve('a', { subjects, spend: { requests: 1 } });
    const written = await runInDurableObject(getStub('a'), async (object, { storage }) => {
      const exec = vi.spyOn(storage.sql, 'exec');
      await object.reserve({ subjects, spend: { requests: 1 } });
      const count = exec.mock.results.reduce(
        (sum, { value }) => sum + (value as SqlStorageCursor<never>).rowsWritten,
        0,
      );
      exec.mockRestore();
      return count;
    });
    expect(written).toBe(1);
  });

  it('rounds amounts up and ignores negative ones', async () => {
    const { limits } = openLimits();
    await limits.reserve('a', { subjects, spend: { requests: 0.2, questions: -3 } });
    const { standings } = await limits.read('a', subjects[0] ?? { name: '', limits: {} });
    expect(standings.map(({ used }) => used)).toEqual([1, 0]);
  });

  it('creates no storage for a read, a refusal or an unknown settlement', async () => {
    const { limits, getStub } = openLimits();
    await limits.read('a', { name: 'account', limits: { questions: 1 } });
    await limits.reserve('a', {
      subjects: [{ name: 'account', limits: { questions: 0 } }],
      spend: { questions: 1 },
    });
    await limits.settle('a', 'unknown', { questions: 1 });
    await limits.remove('a');
    expect(await countTables(getStub('a'))).toBe(0);
  });

  it('deletes its storage a month after its last use', async () => {
    const { limits, getStub, advance } = openLimits();
    await limits.reserve('a', request);
    advance(20 * dayMs);
    await limits.reserve('a', { subjects, spend: { requests: 1 } });
    advance(15 * dayMs);
    await runDurableObjectAlarm(getStub('a'));
    expect(await countTables(getStub('a'))).toBe(1);
    advance(20 * dayMs);
    await runDurableObjectAlarm(getStub('a'));
    expect(await countTables(getStub('a'))).toBe(0);
    expect(await limits.reserve('a', request)).toMatchObject({ isGranted: true });
  });
});

it('reports an unreachable object as retryable', async () => {
  const limits = createDurableLimits(() => ({ reserve: fail, settle: fail, read: fail, remove: fail }));
  await expect(limits.reserve('a', { subjects: [] })).rejects.toMatchObject({ code: 'storage_unavailable' });
});
