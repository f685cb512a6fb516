/** What goes along with a question: a key reaches its own vendor's models, and nothing else. */
import { expect, test } from 'vitest';
import { askedHow, type AskingChoice } from '../../web/src/lib/features/models/asked-how.ts';

const choice = (more: Partial<AskingChoice>): AskingChoice => ({
  model: null,
  usual: 'embedded',
  options: {},
  files: [],
  keyOf: (provider) => (provider === 'groq' ? 'gsk-1' : undefined),
  ...more,
});

test('nothing chosen, nothing said', () => {
  expect(askedHow(choice({}))).toEqual({ body: {}, key: undefined });
  expect(askedHow(choice({ usual: undefined }))).toEqual({ body: {}, key: undefined });
});

test('a key goes with its own vendor alone', () => {
  expect(askedHow(choice({ model: 'groq/a/b' }))).toEqual({ body: { model: 'groq/a/b' }, key: 'gsk-1' });
  expect(askedHow(choice({ model: 'openai/groq' })).key).toBeUndefined();
  expect(askedHow(choice({ model: 'embedded' }))).toEqual({ body: { model: 'embedded' }, key: undefined });
  // The embedded answerer was chosen over the usual one.
  expect(askedHow(choice({ model: 'embedded', usual: 'groq/a' })).key).toBeUndefined();
});

test('with a key for the usual model that model is named', () => {
  expect(askedHow(choice({ usual: 'groq/a' }))).toEqual({ body: { model: 'groq/a' }, key: 'gsk-1' });
  expect(askedHow(choice({ usual: 'openai/a' }))).toEqual({ body: {}, key: undefined });
});

test('options and files where there are some', () => {
  const files = [{ name: 'a.log', text: 'x' }];
  expect(askedHow(choice({ options: { topK: 3 }, files })).body).toEqual({ options: { topK: 3 }, files });
});
