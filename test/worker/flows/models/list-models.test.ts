/** Lists the models to choose from: the deployment's models, then those that providers list. No provider delays another. */
import { beforeEach, describe, expect, it } from 'vitest';
import { parseModelName, type ProviderName } from '../../../../worker/core/answers/generation.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import type { Generation } from '../../../../worker/flows/models/generation.ts';
import { listModels, listTimeoutMs } from '../../../../worker/flows/models/list-models.ts';
import type { Generator, ListedModel } from '../../../../worker/ports/generator.ts';
import { createTestGeneration } from '../../../support/fakes/generation.ts';
import { createManualClock, type ManualClock } from '../../../support/fakes/manual-clock.ts';
import { createManualPauses, type ManualPauses } from '../../../support/fakes/manual-pauses.ts';

interface ListRequest {
  readonly provider: ProviderName;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

let clock: ManualClock;
let pauses: ManualPauses;
let requests: ListRequest[];
let lists: Partial<Record<ProviderName, () => Promise<readonly ListedModel[]>>>;
const withKey = new Set<ProviderName>(['openai', 'groq']);

beforeEach(() => {
  clock = createManualClock();
  pauses = createManualPauses();
  requests = [];
  lists = { openai: () => createModelList('gpt-x', 'gpt-y'), groq: () => createModelList('llama') };
});

function createModelList(...models: readonly string[]): Promise<readonly ListedModel[]> {
  return Promise.resolve(models.map((model) => ({ model, label: `The ${model}`, contextTokens: 8_000 })));
}

function generator(provider: ProviderName): Generator {
  return {
    provider,
    hasKey: withKey.has(provider),
    generate: () => {
      throw new Error('Unexpected call of `generate`.');
    },
    models(request) {
      requests.push({ provider, ...request });
      return lists[provider]?.() ?? Promise.reject(new Error('There is no list.'));
    },
  };
}

function services(changes: Partial<Generation> = {}) {
  const generators = new Map(
    (['openai', 'groq', 'compatible', 'google'] as const).map((provider) => [provider, generator(provider)]),
  );
  const models = ['openai/gpt-y', 'groq/other'].flatMap((id) => parseModelName(id) ?? []);
  return {
    clock,
    generation: createTestGeneration(clock, { generators, models, pause: pauses.pause, ...changes }),
  };
}

const everyProvider = { provider: undefined, key: undefined };

const readProblems = async (available: ReturnType<typeof services>) =>
  (await listModels(available, everyProvider)).providers.flatMap(({ name, problem }) =>
    problem ? [[name, problem]] : [],
  );

describe('the list', () => {
  it('starts with the models of the deployment, in order, and lists all providers', async () => {
    const answer = await listModels(services(), everyProvider);
    expect(answer.default).toBe('openai/gpt-y');
    expect(answer.models).toEqual([
      {
        id: 'openai/gpt-y',
        provider: 'openai',
        label: 'The gpt-y',
        isConfigured: true,
        contextTokens: 8_000,
      },
      { id: 'groq/other', provider: 'groq', label: 'other', isConfigured: true, contextTokens: undefined },
      {
        id: 'openai/gpt-x',
        provider: 'openai',
        label: 'The gpt-x',
        isConfigured: false,
        contextTokens: 8_000,
      },
      { id: 'groq/llama', provider: 'groq', label: 'The llama', isConfigured: false, contextTokens: 8_000 },
    ]);
    expect(answer.providers).toEqual([
      { name: 'openai', takesOwnKey: true, hasKey: true, problem: undefined },
      { name: 'groq', takesOwnKey: true, hasKey: true, problem: undefined },
      { name: 'compatible', takesOwnKey: false, hasKey: false, problem: undefined },
      { name: 'google', takesOwnKey: true, hasKey: false, problem: undefined },
    ]);
    expect(requests.map(({ provider }) => provider)).toEqual(['openai', 'groq']);
  });

  it('contains only the models of the deployment if no other is allowed', async () => {
    const { models } = await listModels(services({ offersAll: false }), everyProvider);
    expect(models.map(({ id }) => id)).toEqual(['openai/gpt-y', 'groq/other']);
    expect(requests).toEqual([]);
  });

  it('names the embedded composer if no model is offered', async () => {
    expect((await listModels(services({ models: [], offersAll: false }), everyProvider)).default).toBe(
      'embedded',
    );
  });
});

describe('a provider', () => {
  it('that fails is reported, and the models of other providers are listed', async () => {
    lists.openai = () => Promise.reject(new AppError('model_key_refused', 'openai refuses the key.'));
    const answer = await listModels(services(), everyProvider);
    expect(answer.providers[0]?.problem).toBe('openai refuses the key.');
    expect(answer.models.map(({ id }) => id)).toEqual(['openai/gpt-y', 'groq/other', 'groq/llama']);
  });

  it('that does not answer is abandoned and aborted', async () => {
    lists.openai = () => new Promise(() => undefined);
    const answer = readProblems(services());
    await pauses.end(listTimeoutMs);
    expect(await answer).toEqual([['openai', 'It did not answer within 3 s.']]);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('with an unexpected error is reported without its message', async () => {
    lists.openai = () => Promise.reject(new TypeError('sk-secret'));
    expect(await readProblems(services())).toEqual([['openai', 'The list could not be read.']]);
  });

  it('is queried once in five minutes, and once in fifteen seconds after a failure', async () => {
    lists.openai = () => Promise.reject(new AppError('model_unavailable', 'Away.'));
    const available = services();
    const count = async () => {
      requests.length = 0;
      await listModels(available, everyProvider);
      return requests.map(({ provider }) => provider);
    };
    expect(await count()).toEqual(['openai', 'groq']);
    expect(await count()).toEqual([]);
    clock.advance(15_000);
    expect(await count()).toEqual(['openai']);
    clock.advance(285_000);
    expect(await count()).toEqual(['openai', 'groq']);
  });
});

describe('a user’s own key', () => {
  const own = { provider: 'google', key: 'own-key' } as const;

  it('lists the models of its provider, and is neither stored nor used for another provider', async () => {
    lists.google = () => createModelList('gemini');
    const available = services({ offersAll: false });
    expect((await listModels(available, own)).models.map(({ id }) => id)).toEqual(['google/gemini']);
    expect(requests).toMatchObject([{ provider: 'google', key: 'own-key' }]);
    lists.google = () => createModelList('other');
    expect((await listModels(available, own)).models.map(({ id }) => id)).toEqual(['google/other']);
    expect((await listModels(available, { ...own, key: undefined })).models).toEqual([]);
  });

  it('is removed from the provider’s message', async () => {
    lists.google = () => Promise.reject(new AppError('model_key_refused', 'No such key: own-key.'));
    const answer = await listModels(services(), own);
    expect(answer.providers.find(({ name }) => name === 'google')?.problem).toBe('No such key: ….');
  });

  it.each([
    ['compatible', 'does not accept your own key'],
    ['anthropic', 'cannot be called here'],
  ] as const)('for %s is rejected, because the provider %s', async (provider, reason) => {
    await expect(listModels(services(), { provider, key: 'k' })).rejects.toMatchObject({
      code: 'model_not_offered',
      message: expect.stringContaining(reason) as string,
    });
    expect(requests).toEqual([]);
  });
});

it('lists only the requested provider', async () => {
  const { models } = await listModels(services(), { provider: 'groq', key: undefined });
  expect(models.map(({ id }) => id)).toEqual(['groq/other', 'groq/llama']);
});
