/** The list of models over HTTP. */
import { expect, it } from 'vitest';
import { createApp, type Composed } from '../../../worker/http/app.ts';
import { createTestGeneration } from '../../support/fakes/generation.ts';
import { createMemoryLimits } from '../../support/fakes/memory-limits.ts';
import { createManualClock } from '../../support/fakes/manual-clock.ts';
import { streamTexts, createScriptedGenerator } from '../../support/fakes/scripted-generator.ts';

const clock = createManualClock();
const keys: (string | undefined)[] = [];
const openai = {
  ...createScriptedGenerator('openai', streamTexts('x')),
  models: ({ key }: { readonly key: string | undefined }) => {
    keys.push(key);
    return Promise.resolve([{ model: 'm', label: 'M', contextTokens: undefined }]);
  },
};
const generation = createTestGeneration(clock, { generators: new Map([['openai', openai]]) });
const composed = {
  services: { generation, clock },
  config: { mode: 'open', allowedHosts: ['localhost'] },
} as unknown as Composed;
const app = createApp<object>(() => composed);

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${path}`, { headers: { host: 'localhost', ...headers } }, {});

it('returns models and providers in the contract’s format', async () => {
  const response = await get('/v1/models');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    default: 'embedded',
    models: [{ id: 'openai/m', provider: 'openai', label: 'M', isConfigured: false, contextTokens: null }],
    providers: [{ name: 'openai', takesOwnKey: true, hasKey: true, problem: null }],
    outputTokens: 500,
  });
});

it('passes the user’s own key to its provider, and requires `provider`', async () => {
  keys.length = 0;
  expect((await get('/v1/models?provider=openai', { 'X-Model-Key': 'own' })).status).toBe(200);
  expect(keys).toEqual(['own']);
  const response = await get('/v1/models', { 'X-Model-Key': 'own' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid_request' });
  expect((await get('/v1/models?provider=nobody')).status).toBe(400);
  expect((await get('/v1/models?provider=google')).status).toBe(400);
});

it('limits the checks of keys on a server with limits, but not the list itself', async () => {
  const limits = createMemoryLimits(clock);
  const metering = { limits, anonymous: {}, user: {}, publishable: {}, dollarsPerDay: undefined };
  const viewer = { kind: 'anonymous', id: 'a', addressId: 'block' };
  const identities = { identify: () => Promise.resolve(viewer) };
  const { services, config } = composed;
  const limited = {
    services: { ...services, metering, identities },
    config: { ...config, mode: 'hosted' },
  } as unknown as Composed;
  const hosted = createApp<object>(() => limited);
  const send = (headers: Record<string, string>) =>
    hosted.request(
      'http://localhost/v1/models?provider=openai',
      { headers: { host: 'localhost', ...headers } },
      {},
    );
  const statuses = [];
  for (let index = 0; index < 14; index += 1)
    statuses.push((await send({ 'X-Model-Key': `key-${index}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429]);
  expect((await send({})).status).toBe(200);
});

it('documents the key header on every route that accepts it', async () => {
  const { paths } = (await (await get('/v1/openapi.json')).json()) as {
    readonly paths: Readonly<
      Record<string, Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>
    >;
  };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'x-model-key') ? [path] : [],
    ),
  );
  expect(routes.toSorted()).toEqual([
    '/v1/live/answers',
    '/v1/models',
    '/v1/repositories/{id}/answers',
    '/v1/repositories/{id}/chat',
  ]);
});
