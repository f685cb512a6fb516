/** The list of models over HTTP. */
import { expect, it } from 'vitest';
import { createApp, type Composed } from '../../../worker/http/app.ts';
import { testGeneration } from '../../support/generation.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { says, scriptedGenerator } from '../../support/scripted-generator.ts';

const clock = createManualClock();
const asked: (string | undefined)[] = [];
const openai = {
  ...scriptedGenerator('openai', says('x')),
  models: ({ key }: { readonly key: string | undefined }) => {
    asked.push(key);
    return Promise.resolve([{ model: 'm', label: 'M', contextTokens: undefined }]);
  },
};
const generation = testGeneration(clock, { generators: new Map([['openai', openai]]) });
const composed = {
  services: { generation, clock },
  config: { mode: 'open', allowedHosts: ['localhost'] },
} as unknown as Composed;
const app = createApp<object>(() => composed);

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${path}`, { headers: { host: 'localhost', ...headers } }, {});

it('tells models and vendors, in the shapes of the contract', async () => {
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

it('hands a key of one’s own to its vendor, and says whose it must be', async () => {
  asked.length = 0;
  expect((await get('/v1/models?provider=openai', { 'X-Model-Key': 'own' })).status).toBe(200);
  expect(asked).toEqual(['own']);
  const refused = await get('/v1/models', { 'X-Model-Key': 'own' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'invalid_request' });
  expect((await get('/v1/models?provider=nobody')).status).toBe(400);
  expect((await get('/v1/models?provider=google')).status).toBe(400);
});

it('the header of such a key is told of every route that takes it', async () => {
  const { paths } = (await (await get('/v1/openapi.json')).json()) as {
    readonly paths: Readonly<
      Record<string, Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>
    >;
  };
  const taking = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'x-model-key') ? [path] : [],
    ),
  );
  expect(taking.toSorted()).toEqual([
    '/v1/live/answers',
    '/v1/models',
    '/v1/repositories/{id}/answers',
    '/v1/repositories/{id}/chat',
  ]);
});
