/** Tests that keys, parts of keys and account identifiers are redacted in provider messages. */

import { expect, it } from 'vitest';
import { redactSecrets } from '../../../../worker/adapters/ai-sdk/redact-secrets.ts';

const key = 'sk-proj-Ab9dEfGh1jKlMnOpQrStUv';

it.each([
  ['Wrong key: sk-proj-******************wxYZ.', /wxYZ|sk-/],
  ['Wrong key: sk-...wxYZ, gsk_ab…wxYZ', /wxYZ|sk-|gsk/],
  ['Wrong key: sk-proj-Ab9dEf… (other)', /Ab9dEf/],
  ['The key ending in OpQrStUv is spent', /StUv/],
  [`Not ${key}, not '${key}'`, /Ab9dEf|StUv/],
  ['gsk_1234abcd is limited', /gsk_/],
  ['AIzaSyA1234567890abcdefghijk is none', /AIza/],
  ['limit for organization org-AbC123 on tokens', /AbC123/],
  ['limit in `org_01hxyz7` service tier', /01hxyz7/],
  ['Project proj_ZZtop1 is archived', /ZZtop/],
  ["consumer 'project_number:123456789'", /123456/],
  ['projects/987654321/quotas', /987654/],
  ['account 0123456789abcdef0123456789ABCDEF', /0123456789/],
  ['organization 6f1c1f6e-0000-4000-8000-1234567890ab', /6f1c1f6e/],
  ['mail jane.roe+x@mail.example.org now', /jane|roe|example\.org/],
  ['see https://a.example/pay?session=abc&x=1 now', /session|abc/],
  ['at https://user:secret@a.example/x', /user|secret/],
  ['sent Bearer abc.def-ghi', /abc\.def/],
])('redacts the secret in “%s”', (words, secret) => {
  const redacted = redactSecrets(words, [key]);
  expect(redacted).not.toMatch(secret);
  expect(redacted).toContain('[hidden]');
});

it.each([
  'Rate limit reached for gpt-4.1-mini on tokens per min (TPM): Limit 30000, Used 29990.',
  'The model `meta-llama/Llama-3.3-70B-Instruct-Turbo` does not exist.',
  "This model's maximum context length is 8192 tokens. Please try again in 6m0s.",
  'See https://platform.openai.com/docs/guides/error-codes, or ask **them**.',
])('leaves “%s” unchanged', (words) => {
  expect(redactSecrets(words, [key])).toBe(words);
});

it('does not redact parts of words for a short key', () => {
  expect(redactSecrets('The model is not there.', ['model'])).toBe('The model is not there.');
});

it('runs in bounded time for any message', () => {
  for (const piece of ['a', '*', 'sk-', '@', 'a@', 'https://', 'https://a?', '-', 'org-', 'f', '0-'])
    expect(typeof redactSecrets(piece.repeat(10_000), [key.repeat(15)])).toBe('string');
});
