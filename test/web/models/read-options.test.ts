/** Stored options are restored, without values that the server would reject. */
import { expect, test } from 'vitest';
import {
  readNumber,
  readOptions,
  readReranker,
  withOption,
} from '../../../web/src/lib/features/models/read-options.ts';

test('restores stored options', () => {
  const options = {
    temperature: 0.5,
    maxOutputTokens: 300,
    topK: 8,
    reranker: 'signals',
    judge: true,
    style: 'short',
    language: 'pt-BR',
  } as const;
  expect(readOptions(JSON.stringify(options))).toEqual(options);
});

test.each([
  null,
  '',
  '{',
  '[]',
  '{"temperature":3}',
  '{"topK":2.5}',
  '{"topK":"3"}',
  '{"reranker":"toString"}',
  '{"judge":"yes"}',
  '{"style":"standard"}',
  '{"language":"de_DE"}',
  '{"other":1}',
])('reads no options from %j', (text) => expect(readOptions(text)).toEqual({}));

test('rejects numbers out of bounds and unknown rerankers', () => {
  expect(readNumber('temperature', 0)).toBe(0);
  expect(readNumber('temperature', 2.1)).toBeUndefined();
  expect(readNumber('temperature', Number.NaN)).toBeUndefined();
  expect(readNumber('topK', 0)).toBeUndefined();
  expect(readNumber('maxOutputTokens', 1.5)).toBeUndefined();
  expect(readReranker('')).toBeUndefined();
});

test('adds an option, and removes one that is set to undefined', () => {
  expect(withOption({ topK: 3, temperature: 1 }, 'topK', undefined)).toEqual({ temperature: 1 });
  expect(withOption({}, 'topK', 4)).toEqual({ topK: 4 });
});
