/** Stored keys are read by provider, and invalid data is ignored. */
import { expect, test } from 'vitest';
import { isKey, readKeys } from '../../../web/src/lib/features/models/read-keys.ts';

test('reads keys by provider', () => {
  expect(readKeys('{"openai":"sk-1","groq":"gsk"}')).toEqual({ openai: 'sk-1', groq: 'gsk' });
});

test.each([null, '', '[', '1', 'null', '"x"', '{"openai":1,"groq":"a b","google":""}'])(
  'reads no keys from %j',
  (text) => expect(readKeys(text)).toEqual({}),
);

test('accepts only what a header can contain', () => {
  expect(isKey('sk-A_1.~')).toBe(true);
  for (const text of ['', 'a b', 'a\nb', 'é', 'x'.repeat(501)]) expect(isKey(text)).toBe(false);
});
