/** Chooses the models that may write an answer, and rejects others. */
import { describe, expect, it } from 'vitest';
import {
  formatModelName,
  parseModelName,
  type ProviderName,
} from '../../../../worker/core/answers/generation.ts';
import { chooseJudge, chooseModels } from '../../../../worker/flows/models/choose-models.ts';
import { streamTexts, createScriptedGenerator } from '../../../support/fakes/scripted-generator.ts';

const readNames = (...ids: readonly string[]) => ids.flatMap((id) => parseModelName(id) ?? []);
const callable = ['workers-ai', 'openai', 'groq', 'compatible'] as const;
const generators = new Map<ProviderName, ReturnType<typeof createScriptedGenerator>>(
  callable.map((provider) => [
    provider,
    { ...createScriptedGenerator(provider, streamTexts('x')), hasKey: provider !== 'groq' },
  ]),
);
const hosted = { generators, models: readNames('openai/a', 'compatible/b'), offersAll: false };

function choose(
  expected: string | undefined,
  overrides: Partial<typeof hosted> = {},
  hasOwnKey = false,
): string[] {
  return chooseModels({ ...hosted, ...overrides }, expected, hasOwnKey).map(formatModelName);
}

it('returns all offered models in order, unless one is requested', () => {
  expect(choose(undefined)).toEqual(['openai/a', 'compatible/b']);
  expect(choose('compatible/b')).toEqual(['compatible/b', 'openai/a']);
  expect(choose('embedded')).toEqual([]);
  expect(choose(undefined, { models: [] })).toEqual([]);
});

it('accepts another model if any is allowed and the deployment has the key', () => {
  expect(() => choose('openai/other')).toThrow('"openai/other" is not offered here.');
  expect(choose('openai/other', { offersAll: true })).toEqual(['openai/other', 'openai/a', 'compatible/b']);
  expect(() => choose('groq/other', { offersAll: true })).toThrow('not offered');
  expect(() => choose('google/other', { offersAll: true })).toThrow('not offered');
});

it('uses only the requested model with the user’s own key', () => {
  expect(choose('groq/any', {}, true)).toEqual(['groq/any']);
  expect(choose('embedded', {}, true)).toEqual([]);
});

it('rejects a key without a model', () => {
  for (const models of [hosted.models, []])
    expect(() => choose(undefined, { models }, true)).toThrow('X-Model-Key was sent without a model');
});

it('rejects a key for a provider that ignores it', () => {
  for (const id of ['workers-ai/@cf/meta/llama', 'compatible/b', 'compatible/other'])
    expect(() => choose(id, { offersAll: true }, true)).toThrow(
      /is not offered with your own key: \S+ accepts none\. Leave X-Model-Key out\./,
    );
});

const named = readNames('openai/judge')[0] ?? 'off';

describe('the model that judges claims', () => {
  it.each([
    ['of the setting judges what a model writes', named, 'openai/a', { key: undefined }, 'openai/judge'],
    [
      'does not judge if the request declines',
      named,
      'openai/a',
      { judge: false, key: undefined },
      undefined,
    ],
    ['does not judge a composed answer', named, '', { key: undefined }, undefined],
    [
      'does not judge a composed answer on request either',
      named,
      '',
      { judge: true, key: undefined },
      undefined,
    ],
    ['does not spend an own key on a composed answer', named, '', { judge: true, key: 'sk' }, undefined],
    [
      'is the writing model on request',
      'on-request',
      'compatible/b',
      { judge: true, key: undefined },
      'compatible/b',
    ],
    ['does not judge without a request', 'on-request', 'openai/a', { key: undefined }, undefined],
    ['does not judge if it is off', 'off', 'openai/a', { judge: true, key: undefined }, undefined],
    ['does not spend an own key without a request', named, 'groq/any', { key: 'sk' }, undefined],
    ['is the own model with an own key', 'off', 'groq/any', { judge: true, key: 'sk' }, 'groq/any'],
  ] as const)('%s', (...[, claimJudge, writing, request, expected]) => {
    const access = chooseJudge(claimJudge, readNames(writing)[0], request);
    expect(access && formatModelName(access.model)).toBe(expected);
    expect(access?.key).toBe(expected === undefined ? undefined : request.key);
  });
});
