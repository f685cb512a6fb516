/** Repositories, indexed lines and questions of a user and of publishable keys. */
import { beforeEach, expect, test } from 'vitest';
import { deployment, actFor, type Viewer } from '../../../../worker/core/viewer.ts';
import { countLines, reserveQuestion, reserveRepository } from '../../../../worker/flows/limits/meter-use.ts';
import { readUsage } from '../../../../worker/flows/keys/read-usage.ts';
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
  await countLines(services, { owner: anna, keyId: undefined }, 999);
  await (await reserveRepository(services, anna)).settle();
  await countLines(services, { owner: anna, keyId: undefined }, 500);
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

test('indexed lines count for the key that started the indexing and for its user', async () => {
  const key: Viewer = {
    kind: 'key',
    id: 'anna',
    keyId: 'k',
    scopes: ['index'],
    repositories: undefined,
    limits: {},
  };
  await countLines(services, { owner: anna, keyId: 'k' }, 400);
  await countLines(services, { owner: anna, keyId: undefined }, 100);
  const lines = async (viewer: Viewer) =>
    (await readUsage(services, viewer)).days.map(({ amounts }) => amounts.lines);
  expect([await lines(key), await lines(anna)]).toEqual([[400], [500]]);
});

test('what the deployment indexes is counted for nobody', async () => {
  await countLines(services, { owner: deployment, keyId: undefined }, 5_000);
  await expect(reserveRepository(services, anna)).resolves.toMatchObject({ isCounted: true });
});

const questionTotals = {
  add: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  read: () => Promise.resolve(0),
};

const page = (keyId: string, questions: number): Viewer => ({
  kind: 'publishable',
  id: `publishable:${keyId}`,
  keyId,
  userId: 'anna',
  repository: 'r',
  limits: { questions },
});

test('publishable keys share the questions of their user, and their owner cannot raise them', async () => {
  const metering = { ...services.metering, publishable: { requests: 9, questions: 3 } };
  const ask = async (viewer: Viewer) => {
    const none = { model: undefined, modelKey: undefined };
    await (await reserveQuestion({ clock, metering, questionTotals }, viewer, none)).settle();
  };
  await ask(page('a', 1));
  await expect(ask(page('a', 1))).rejects.toMatchObject({ code: 'limit_reached' });
  for (let count = 0; count < 2; count += 1) await ask(page(`b${count}`, 1_000_000));
  await expect(ask(page('c', 1_000_000))).rejects.toMatchObject({ code: 'limit_reached' });
});
