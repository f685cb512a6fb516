/** Repositories and indexed lines of a user. */
import { beforeEach, expect, test } from 'vitest';
import { deployment, actFor } from '../../../../worker/core/viewer.ts';
import { countLines, reserveRepository } from '../../../../worker/flows/limits/meter-use.ts';
import type { Metering } from '../../../../worker/flows/limits/metering.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';

const anna = actFor({ id: 'anna' });

let clock: ReturnType<typeof createManualClock>;
let services: { readonly metering: Metering; readonly clock: typeof clock };
beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 28));
  const limits = createMemoryLimits(clock);
  const user = { repositories: 3, lines: 1_000 };
  services = { clock, metering: { limits, anonymous: {}, user, publishable: {}, dollarsPerDay: undefined } };
});

test('a repository can be added until the lines of the day are used up', async () => {
  await (await reserveRepository(services, anna)).settle();
  await countLines(services, anna, 999);
  await (await reserveRepository(services, anna)).settle();
  await countLines(services, anna, 500);
  await expect(reserveRepository(services, anna)).rejects.toMatchObject({
    code: 'limit_reached',
    details: { measure: 'lines', limit: 1_000, used: 1_499 },
  });
  clock.advance(86_400_000);
  await expect(reserveRepository(services, anna)).resolves.toMatchObject({ isCounted: true });
});

test('a repository that is not added uses neither a repository nor a line', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await (await reserveRepository(services, anna)).release();
  const { standings } = await reserveRepository(services, anna);
  expect(standings.map(({ measure, left }) => [measure, left])).toEqual(
    expect.arrayContaining([
      ['repositories', 2],
      ['lines', 999],
    ]),
  );
});

test('what the deployment indexes is counted for nobody', async () => {
  await countLines(services, deployment, 5_000);
  await expect(reserveRepository(services, anna)).resolves.toMatchObject({ isCounted: true });
});
