/** The groups of models: the composer always, unavailable models with their reason. */
import { expect, test } from 'vitest';
import type { Models } from '../../../web/src/lib/api.ts';
import { isListed, modelGroups, type ModelLists } from '../../../web/src/lib/features/models/model-groups.ts';
import { answererWords, shortModelName } from '../../../web/src/lib/features/models/model-words.ts';

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
const known: Models = {
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
const lists = (more: Partial<ModelLists> = {}): ModelLists => ({ known, own: {}, keys: [], ...more });
const ids = (of: ModelLists, typed = '') =>
  modelGroups(of, typed).map(({ title, rows, problem }) => [title, rows.map(({ id }) => id), problem]);

test('lists each model once', () => {
  expect(ids(lists())).toEqual([
    ['Without a model', ['embedded'], undefined],
    ['Of this server', ['openai/gpt'], undefined],
    ['OpenAI', ['openai/gpt-small'], undefined],
    ['Groq', ['groq/meta/llama'], undefined],
    ['Google', [], 'It answered 503.'],
  ]);
});

test('offers the composer before the list is loaded', () => {
  expect(ids(lists({ known: undefined }))).toEqual([['Without a model', ['embedded'], undefined]]);
});

test('filters by the typed text', () => {
  expect(ids(lists(), 'LLAMA meta')).toEqual([['Groq', ['groq/meta/llama'], undefined]]);
  expect(ids(lists(), 'nothing')).toEqual([]);
});

test('lists the models of a provider for the user’s own key, or the reason why not', () => {
  const listed: Models = { ...known, models: [model('google/gemini')], providers: [provider('google')] };
  expect(ids(lists({ keys: ['google'], own: { google: listed } })).at(-1)).toEqual([
    'Google, with your key',
    ['google/gemini'],
    undefined,
  ]);
  const refused = {
    type: 'about:blank',
    title: 'The key is refused',
    status: 400,
    detail: 'By Google.',
    code: 'model_key_refused',
    fix: '',
    requestId: '',
  };
  expect(ids(lists({ keys: ['google'], own: { google: refused } })).at(-1)?.[2]).toBe(
    'The key is refused: By Google.',
  );
});

test('knows whether a chosen model is still available', () => {
  expect(isListed(lists(), 'embedded')).toBe(true);
  expect(isListed(lists(), 'openai/gpt-small')).toBe(true);
  expect(isListed(lists(), 'openai/gone')).toBe(false);
  expect(isListed(lists({ known: undefined }), 'openai/gone')).toBe(true);
  expect(isListed(lists({ keys: ['openai'] }), 'openai/gone')).toBe(true);
});

test('labels models and providers', () => {
  expect(answererWords('embedded')).toBe('Composed from the index, no model');
  expect(answererWords('groq/meta/llama')).toBe('meta/llama, Groq');
  expect(shortModelName('groq/meta/llama')).toBe('llama');
});

test('reports no failure for a provider without a list if its named model works', () => {
  const unlisted = {
    ...known,
    providers: [provider('openai', 'Its list answered 404.'), provider('groq', 'It answered 503.')],
  };
  const groups = ids(lists({ known: { ...unlisted, models: known.models.slice(0, 2) } }));
  expect(groups.map(([title]) => title)).toEqual(['Without a model', 'Of this server', 'Groq']);
});
