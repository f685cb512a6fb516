/** The models to choose from: the embedded answerer always, what cannot be had with its reason. */
import { expect, test } from 'vitest';
import type { Models } from '../../web/src/lib/api.ts';
import { isListed, modelGroups, type ModelLists } from '../../web/src/lib/features/models/model-groups.ts';
import { answererWords, shortModelName } from '../../web/src/lib/features/models/model-words.ts';

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

test('in groups, each model once', () => {
  expect(ids(lists())).toEqual([
    ['Without a model', ['embedded'], undefined],
    ['Of this server', ['openai/gpt'], undefined],
    ['OpenAI', ['openai/gpt-small'], undefined],
    ['Groq', ['groq/meta/llama'], undefined],
    ['Google', [], 'It answered 503.'],
  ]);
});

test('before the list is here there is the embedded answerer', () => {
  expect(ids(lists({ known: undefined }))).toEqual([['Without a model', ['embedded'], undefined]]);
});

test('what is typed narrows them', () => {
  expect(ids(lists(), 'LLAMA meta')).toEqual([['Groq', ['groq/meta/llama'], undefined]]);
  expect(ids(lists(), 'nothing')).toEqual([]);
});

test('with a key of one’s own, what its vendor lists for it, or why not', () => {
  const told: Models = { ...known, models: [model('google/gemini')], providers: [provider('google')] };
  expect(ids(lists({ keys: ['google'], own: { google: told } })).at(-1)).toEqual([
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

test('whether one that was chosen once still can be', () => {
  expect(isListed(lists(), 'embedded')).toBe(true);
  expect(isListed(lists(), 'openai/gpt-small')).toBe(true);
  expect(isListed(lists(), 'openai/gone')).toBe(false);
  expect(isListed(lists({ known: undefined }), 'openai/gone')).toBe(true);
  expect(isListed(lists({ keys: ['openai'] }), 'openai/gone')).toBe(true);
});

test('in words', () => {
  expect(answererWords('embedded')).toBe('Composed from the index, no model');
  expect(answererWords('groq/meta/llama')).toBe('meta/llama, Groq');
  expect(shortModelName('groq/meta/llama')).toBe('llama');
});

test('a vendor whose named model can be asked is not said to fail for its list', () => {
  const unlisted = {
    ...known,
    providers: [provider('openai', 'Its list answered 404.'), provider('groq', 'It answered 503.')],
  };
  const told = ids(lists({ known: { ...unlisted, models: known.models.slice(0, 2) } }));
  expect(told.map(([title]) => title)).toEqual(['Without a model', 'Of this server', 'Groq']);
});
