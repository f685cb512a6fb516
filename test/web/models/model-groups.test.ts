/** The groups of models always contain the composer, and state why a provider's models are unavailable. */
import { expect, test } from 'vitest';
import type { Models } from '../../../web/src/lib/api.ts';
import { isListed, modelGroups, type ModelLists } from '../../../web/src/lib/features/models/model-groups.ts';
import { describeAnswerer, shortModelName } from '../../../web/src/lib/features/models/model-labels.ts';

const model = (id: string, isConfigured = false): Models['models'][number] => ({
  id,
  provider: id.slice(0, id.indexOf('/')),
  label: id,
  isConfigured,
  contextTokens: null,
});
const provider = (name: string, problem: string | null = null): Models['providers'][number] => ({
  name,
  takesOwnKey: true,
  hasKey: true,
  problem,
});
const serverModels: Models = {
  default: 'openai/gpt',
  models: [
    { ...model('embedded', true), provider: 'embedded' },
    model('openai/gpt', true),
    model('openai/gpt-small'),
    model('groq/meta/llama'),
  ],
  providers: [provider('openai'), provider('groq'), provider('google', 'It answered 503.')],
  outputTokens: 1500,
};
const lists = (overrides: Partial<ModelLists> = {}): ModelLists => ({
  models: serverModels,
  ownKeyModels: {},
  providersWithKey: [],
  ...overrides,
});
const listGroups = (modelLists: ModelLists, searchText = '') =>
  modelGroups(modelLists, searchText).map(({ title, rows, problem }) => [
    title,
    rows.map(({ id }) => id),
    problem,
  ]);

test('lists each model once', () => {
  expect(listGroups(lists())).toEqual([
    ['Without a model', ['embedded'], undefined],
    ['On this server', ['openai/gpt'], undefined],
    ['OpenAI', ['openai/gpt-small'], undefined],
    ['Groq', ['groq/meta/llama'], undefined],
    ['Google', [], 'It answered 503.'],
  ]);
});

test('offers the composer before the list is loaded', () => {
  expect(listGroups(lists({ models: undefined }))).toEqual([['Without a model', ['embedded'], undefined]]);
});

test('filters by the search text', () => {
  expect(listGroups(lists(), 'LLAMA meta')).toEqual([['Groq', ['groq/meta/llama'], undefined]]);
  expect(listGroups(lists(), 'nothing')).toEqual([]);
});

test('lists the models that a provider offers for the user’s own key, or its error', () => {
  const googleModels: Models = {
    ...serverModels,
    models: [model('google/gemini')],
    providers: [provider('google')],
  };
  expect(
    listGroups(lists({ providersWithKey: ['google'], ownKeyModels: { google: googleModels } })).at(-1),
  ).toEqual(['Google, with your key', ['google/gemini'], undefined]);
  const keyProblem = {
    type: 'about:blank',
    title: 'The key was rejected',
    status: 400,
    detail: 'Google answered 401.',
    code: 'model_key_refused',
    fix: '',
    requestId: '',
  };
  expect(
    listGroups(lists({ providersWithKey: ['google'], ownKeyModels: { google: keyProblem } })).at(-1)?.[2],
  ).toBe('The key was rejected: Google answered 401.');
});

test('reports whether a chosen model is still available', () => {
  expect(isListed(lists(), 'embedded')).toBe(true);
  expect(isListed(lists(), 'openai/gpt-small')).toBe(true);
  expect(isListed(lists(), 'openai/gone')).toBe(false);
  expect(isListed(lists({ models: undefined }), 'openai/gone')).toBe(true);
  expect(isListed(lists({ providersWithKey: ['openai'] }), 'openai/gone')).toBe(true);
});

test('labels models and providers', () => {
  expect(describeAnswerer('embedded')).toBe('Quotations only, no AI model');
  expect(describeAnswerer('groq/meta/llama')).toBe('meta/llama, Groq');
  expect(shortModelName('groq/meta/llama')).toBe('llama');
});

test('reports no problem for a provider without a list if the server configures one of its models', () => {
  const modelsWithProblems = {
    ...serverModels,
    providers: [provider('openai', 'Its list answered 404.'), provider('groq', 'It answered 503.')],
  };
  const groups = listGroups(
    lists({ models: { ...modelsWithProblems, models: serverModels.models.slice(0, 2) } }),
  );
  expect(groups.map(([title]) => title)).toEqual(['Without a model', 'On this server', 'Groq']);
});
