/** Chooses the models that may write an answer, and rejects others. */
import { expect, it } from 'vitest';
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

const judging = readNames('openai/judge')[0] ?? 'off';

it.each([
  [
    'a model of the setting judges what a model writes',
    judging,
    'openai/a',
    undefined,
    undefined,
    'openai/judge',
  ],
  ['a request can decline', judging, 'openai/a', false, undefined, undefined],
  ['a composed answer is judged on request only', judging, undefined, undefined, undefined, undefined],
  ['a composed answer is judged on request', judging, undefined, true, undefined, 'openai/judge'],
  ['on request, the writing model judges', 'on-request', 'compatible/b', true, undefined, 'compatible/b'],
  [
    'on request, the first model judges a composed answer',
    'on-request',
    undefined,
    true,
    undefined,
    'openai/a',
  ],
  ['without a request, none judges', 'on-request', 'openai/a', undefined, undefined, undefined],
  ['off is off', 'off', 'openai/a', true, undefined, undefined],
  ['an own key is not spent without a request', judging, 'groq/any', undefined, 'sk', undefined],
  ['an own key judges with its own model', 'off', 'groq/any', true, 'sk', 'groq/any'],
] as const)('chooses who judges claims: %s', (_, claimJudge, writing, judge, key, expected) => {
  const access = chooseJudge({ claimJudge, models: hosted.models }, readNames(writing ?? ''), { judge, key });
  expect(access && formatModelName(access.model)).toBe(expected);
  expect(access?.key).toBe(expected === undefined ? undefined : key);
});
