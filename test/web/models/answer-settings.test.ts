/** The settings that are sent with a question. A key reaches only the models of its provider. */
import { expect, test } from 'vitest';
import {
  buildAnswerSettings,
  type AnswerChoice,
} from '../../../web/src/lib/features/models/answer-settings.ts';

const choice = (overrides: Partial<AnswerChoice>): AnswerChoice => ({
  model: null,
  defaultModel: 'embedded',
  options: {},
  files: [],
  findKey: (provider) => (provider === 'groq' ? 'gsk-1' : undefined),
  ...overrides,
});

test('sends no settings if the user has not chosen any', () => {
  expect(buildAnswerSettings(choice({}))).toEqual({ body: {}, key: undefined });
  expect(buildAnswerSettings(choice({ defaultModel: undefined }))).toEqual({ body: {}, key: undefined });
});

test('sends a key only to its provider', () => {
  expect(buildAnswerSettings(choice({ model: 'groq/a/b' }))).toEqual({
    body: { model: 'groq/a/b' },
    key: 'gsk-1',
  });
  expect(buildAnswerSettings(choice({ model: 'openai/groq' })).key).toBeUndefined();
  expect(buildAnswerSettings(choice({ model: 'embedded' }))).toEqual({
    body: { model: 'embedded' },
    key: undefined,
  });
  // The user chose the composer instead of the default model.
  expect(buildAnswerSettings(choice({ model: 'embedded', defaultModel: 'groq/a' })).key).toBeUndefined();
});

test('states the default model in the request if there is a key for its provider', () => {
  expect(buildAnswerSettings(choice({ defaultModel: 'groq/a' }))).toEqual({
    body: { model: 'groq/a' },
    key: 'gsk-1',
  });
  expect(buildAnswerSettings(choice({ defaultModel: 'openai/a' }))).toEqual({ body: {}, key: undefined });
});

test('sends options and files if there are any', () => {
  const files = [{ name: 'a.log', text: 'x' }];
  expect(buildAnswerSettings(choice({ options: { topK: 3 }, files })).body).toEqual({
    options: { topK: 3 },
    files,
  });
});
