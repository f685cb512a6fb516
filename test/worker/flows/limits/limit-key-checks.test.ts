/** How many of their own model keys a viewer can have checked. */
import { beforeEach, expect, test } from 'vitest';
import { actFor, openModeViewer, type Viewer } from '../../../../worker/core/viewer.ts';
import { limitKeyChecks } from '../../../../worker/flows/limits/limit-key-checks.ts';
import type { Metering } from '../../../../worker/flows/limits/metering.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';

const visitor = (id: string): Viewer => ({ kind: 'anonymous', id, addressId: 'block' });
let clock: ReturnType<typeof createManualClock>;
let services: { readonly metering: Metering; readonly clock: typeof clock };
beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 28));
  const limits = createMemoryLimits(clock);
  services = {
    clock,
    metering: { limits, anonymous: {}, user: {}, publishable: {}, dollarsPerDay: undefined },
  };
});

async function countChecks(viewer: Viewer, attempts: number): Promise<number> {
  let allowed = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1)
    await limitKeyChecks(services, viewer).then(
      () => (allowed += 1),
      (thrown: unknown) => expect(thrown).toMatchObject({ code: 'too_many_attempts' }),
    );
  return allowed;
}

test('a visitor has 12 keys checked a minute, with any cookie, and 100 a day', async () => {
  expect(await countChecks(visitor('a'), 10)).toBe(10);
  expect(await countChecks(visitor('b'), 10)).toBe(2);
  await expect(limitKeyChecks(services, visitor('a'))).rejects.toMatchObject({ details: { retryAfter: 60 } });
  let allowed = 12;
  for (let minute = 0; minute < 20; minute += 1) {
    clock.advance(60_000);
    allowed += await countChecks(visitor('a'), 20);
  }
  expect(allowed).toBe(100);
});

test('a user has checks of their own, and open mode has no limit', async () => {
  await countChecks(visitor('a'), 20);
  expect(await countChecks(actFor({ id: 'anna' }), 20)).toBe(12);
  expect(await countChecks(openModeViewer, 200)).toBe(200);
  const open = { clock, metering: undefined };
  await expect(limitKeyChecks(open, visitor('a'))).resolves.toBeUndefined();
});
