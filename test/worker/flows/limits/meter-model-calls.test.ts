/** Model calls within the deployment's ceiling and the limits of who asks. */
import { describe, expect, it } from 'vitest';
import type { GenerationFacts } from '../../../../worker/core/answers/generation.ts';
import type { Viewer } from '../../../../worker/core/viewer.ts';
import { withMeteredModels } from '../../../../worker/flows/limits/meter-model-calls.ts';
import {
  accountSubject,
  deploymentAccount,
  readModelAudience,
  type Metering,
} from '../../../../worker/flows/limits/metering.ts';
import { runGeneration } from '../../../../worker/flows/models/run-generation.ts';
import { createTestGeneration } from '../../../support/fakes/generation.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';
import {
  createScriptedGenerator,
  failAfter,
  streamTexts,
  type CallScript,
} from '../../../support/fakes/scripted-generator.ts';
import { AppError } from '../../../../worker/core/errors.ts';

const model = { provider: 'openai', model: 'm' } as const;
const user: Viewer = { kind: 'user', id: 'anna', isAdmin: false };
const visitor: Viewer = { kind: 'anonymous', id: 'v', addressId: '192.0.2.0' };
const key: Viewer = {
  kind: 'key',
  id: 'anna',
  keyId: 'k',
  scopes: ['ask'],
  repositories: undefined,
  limits: { tokens: 300 },
};

/** Each call reports 100 input and 10 output tokens: 120 millionths of a dollar. It reserves up to about 310. */
function open(dollarsPerDay: number | undefined, script: CallScript = streamTexts('It opens.')) {
  const clock = createManualClock(Date.UTC(2026, 10, 28));
  const limits = createMemoryLimits(clock);
  const metering: Metering = { limits, anonymous: {}, user: {}, publishable: {}, dollarsPerDay };
  const openai = createScriptedGenerator('openai', script);
  const generation = createTestGeneration(clock, {
    generators: new Map([['openai', openai]]),
    getPrice: () => ({ input: 1, output: 2 }),
    timeouts: { firstPartMs: 1_000, nextPartMs: 1_000, maxRetryMs: 0 },
  });
  const ask = async (viewer: Viewer, ownKey?: string): Promise<GenerationFacts> => {
    const services = withMeteredModels({ clock, generation, metering }, viewer);
    const steps = runGeneration(services, {
      models: [model],
      request: {
        messages: [{ role: 'user', text: 'What opens the gate?' }],
        tools: [],
        schema: undefined,
        temperature: undefined,
        maxOutputTokens: 100,
      },
      key: ownKey,
      signal: new AbortController().signal,
    });
    for await (const step of steps) if (step.type === 'finish') return step.facts;
    throw new Error('The generation did not finish.');
  };
  const used = async (account: string, measure: string, name = accountSubject) => {
    const usage = await limits.read(account, {
      name,
      limits: { tokens: 1_000_000, microdollars: 1_000_000 },
    });
    return usage.standings.find((standing) => standing.measure === measure)?.used;
  };
  return { ask, used, metering, calls: openai.calls };
}

describe('the ceiling', () => {
  it('is settled with the price of what was used', async () => {
    const { ask, used } = open(1);
    expect(await ask(user)).toMatchObject({ model: 'openai/m', costUsd: 0.000_12 });
    expect(await used(deploymentAccount, 'microdollars')).toBe(120);
    expect(await used('user:anna', 'microdollars')).toBe(120);
    expect(await used('user:anna', 'tokens')).toBe(110);
  });

  it('is reserved at the highest price, so that concurrent calls do not exceed it', async () => {
    const { ask, used, calls } = open(0.000_7);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(user)));
    const answered = answers.filter(({ model: writer }) => writer !== undefined).length;
    expect(calls.length).toBe(answered);
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(10);
    expect(await used(deploymentAccount, 'microdollars')).toBe(answered * 120);
  });

  it('stops visitors at 80 %, then everyone without an own key', async () => {
    const { ask, metering, used } = open(0.001);
    expect(await readModelAudience(metering)).toBe('everyone');
    while ((await ask(visitor)).model !== undefined);
    const spent = await used(deploymentAccount, 'microdollars');
    expect(spent).toBeLessThanOrEqual(800);
    const { attempts } = await ask(visitor);
    expect(attempts).toMatchObject([{ outcome: 'paced' }]);
    expect(attempts[0]?.detail).toBe(
      'This deployment has spent 80 % of its money for model answers of today, and the rest is for signed-in users. Sign in, use your own model key, or ask again after 2026-11-29T00:00:00.000Z.',
    );
    expect((await ask(user)).model).toBe('openai/m');
    while ((await ask(user)).model !== undefined);
    expect(await used(deploymentAccount, 'microdollars')).toBeLessThanOrEqual(1_000);
    expect((await ask(user)).attempts[0]?.detail).toBe(
      'This deployment has spent its money for model answers of today. Use your own model key, or ask again after 2026-11-29T00:00:00.000Z.',
    );
    expect((await ask(visitor, 'own')).model).toBe('openai/m');
  });

  it('names who still gets model answers', async () => {
    const { metering } = open(0.001);
    const subjects = [{ name: accountSubject, limits: {} }];
    const spend = (microdollars: number) =>
      metering.limits.reserve(deploymentAccount, { subjects, spend: { microdollars } });
    await spend(799);
    expect(await readModelAudience(metering)).toBe('everyone');
    await spend(1);
    expect(await readModelAudience(metering)).toBe('signed-in');
    await spend(200);
    expect(await readModelAudience(metering)).toBe('own-keys');
    expect(await readModelAudience(open(undefined).metering)).toBeUndefined();
  });

  it('returns the price of a rejected call', async () => {
    const { ask, used } = open(1, failAfter(new AppError('model_refused', 'too long')));
    await ask(user);
    expect(await used(deploymentAccount, 'microdollars')).toBe(0);
    expect(await used('user:anna', 'tokens')).toBe(0);
  });
});

describe('the limits of a key', () => {
  it('refuse a call that might exceed them, and count for the key and its user', async () => {
    const { ask, used } = open(undefined);
    expect((await ask(key)).model).toBe('openai/m');
    while ((await ask(key)).model !== undefined);
    expect((await ask(key)).attempts[0]?.detail).toBe(
      'It might exceed your limit of 300 tokens a month, which resets at 2026-12-01T00:00:00.000Z. A question with your own model key is not limited.',
    );
    expect(await used('user:anna', 'tokens', 'key:k')).toBe(await used('user:anna', 'tokens'));
    expect((await ask(user)).model).toBe('openai/m');
  });
});

it('counts nothing with an own model key', async () => {
  const { ask, used } = open(1);
  await ask(user, 'own');
  expect(await used(deploymentAccount, 'microdollars')).toBe(0);
  expect(await used('user:anna', 'tokens')).toBe(0);
});

it('counts nothing in open mode', () => {
  const clock = createManualClock();
  const services = { clock, generation: createTestGeneration(clock), metering: undefined };
  expect(withMeteredModels(services, user)).toBe(services);
});
