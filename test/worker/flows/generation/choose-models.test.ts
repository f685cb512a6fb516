/** Who is asked for an answer, and who may not be. */
import { expect, it } from 'vitest';
import { modelId, readModelName, type ProviderName } from '../../../../worker/core/generation.ts';
import { chooseModels } from '../../../../worker/flows/generation/choose-models.ts';
import { says, scriptedGenerator } from '../../../support/scripted-generator.ts';

const named = (...ids: readonly string[]) => ids.flatMap((id) => readModelName(id) ?? []);
const callable = ['workers-ai', 'openai', 'groq', 'compatible'] as const;
const generators = new Map<ProviderName, ReturnType<typeof scriptedGenerator>>(
  callable.map((one) => [one, { ...scriptedGenerator(one, says('x')), hasKey: one !== 'groq' }]),
);
const hosted = { generators, models: named('openai/a', 'compatible/b'), offersAll: false };

function choose(wanted: string | undefined, of: Partial<typeof hosted> = {}, hasOwnKey = false): string[] {
  return chooseModels({ ...hosted, ...of }, wanted, hasOwnKey).map(modelId);
}

it('all that are offered, in order, unless one is asked for', () => {
  expect(choose(undefined)).toEqual(['openai/a', 'compatible/b']);
  expect(choose('compatible/b')).toEqual(['compatible/b', 'openai/a']);
  expect(choose('embedded')).toEqual([]);
  expect(choose(undefined, { models: [] })).toEqual([]);
});

it('one that is not offered is asked where any may be and the deployment has its key', () => {
  expect(() => choose('openai/other')).toThrow('"openai/other" is not offered here.');
  expect(choose('openai/other', { offersAll: true })).toEqual(['openai/other', 'openai/a', 'compatible/b']);
  expect(() => choose('groq/other', { offersAll: true })).toThrow('not offered');
  expect(() => choose('google/other', { offersAll: true })).toThrow('not offered');
});

it('with a key of one’s own that vendor alone is asked', () => {
  expect(choose('groq/any', {}, true)).toEqual(['groq/any']);
  expect(choose('embedded', {}, true)).toEqual([]);
});

it('a key of which nobody says whose it is goes to nobody', () => {
  for (const models of [hosted.models, []])
    expect(() => choose(undefined, { models }, true)).toThrow('X-Model-Key: say whose key it is');
});

it('such a key opens nothing that does not look at it', () => {
  for (const id of ['workers-ai/@cf/meta/llama', 'compatible/b', 'compatible/other'])
    expect(() => choose(id, { offersAll: true }, true)).toThrow(
      /is not offered with a key of one’s own: \S+ takes none, leave X-Model-Key out\./,
    );
});
