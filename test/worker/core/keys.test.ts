/** Secrets of API keys are random, parsed with a reason for every rejection, and never stored. */
import { describe, expect, it } from 'vitest';
import {
  allowsOrigin,
  createKeySecret,
  findKeyProblem,
  isUseOutdated,
  normalizeKeyOrigin,
  parseKey,
  type ApiKey,
} from '../../../worker/core/keys.ts';

describe('a secret', () => {
  it.each(['secret', 'publishable'] as const)('of a %s key is parsed to its hash', async (kind) => {
    const { text, hash, prefix } = await createKeySecret(kind);
    expect(text).toMatch(kind === 'secret' ? /^wf_[\w-]{38}$/ : /^wfp_[\w-]{38}$/);
    expect(text.startsWith(prefix) && prefix.length === 8).toBe(true);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await parseKey(text)).toEqual({ kind, hash });
  });

  it('is never the same twice', async () => {
    const secrets = await Promise.all(Array.from({ length: 200 }, () => createKeySecret('secret')));
    expect(new Set(secrets.map(({ text }) => text)).size).toBe(200);
  });

  it('with any character changed is rejected without a look-up', async () => {
    const { text } = await createKeySecret('secret');
    for (let index = 3; index < text.length; index += 1) {
      const changed = text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
      expect(await parseKey(changed)).toEqual({
        problem: 'Its checksum is wrong, so it was not copied completely or has a typo.',
      });
    }
  });

  it('with another form is rejected with its length, and not repeated', async () => {
    const { text } = await createKeySecret('secret');
    for (const wrong of [
      '',
      'wf_',
      text.slice(0, -1),
      `${text}x`,
      `x${text}`,
      'ghp_abc',
      text.replace('wf_', 'wfx_'),
    ])
      expect(await parseKey(wrong)).toEqual({
        problem: `It has ${wrong.length} characters; a key is wf_ or wfp_ and 38 letters, digits, - or _.`,
      });
  });

  it('of one kind is not one of the other', async () => {
    const { text } = await createKeySecret('secret');
    expect(await parseKey(text.replace('wf_', 'wfp_'))).toHaveProperty('problem');
  });
});

describe('a key', () => {
  const key: ApiKey = {
    id: 'k',
    userId: 'anna',
    kind: 'publishable',
    name: 'Docs',
    prefix: 'wfp_1234',
    scopes: ['ask', 'read'],
    repositories: ['r'],
    origins: ['https://docs.example.org'],
    limits: {},
    createdAt: 0,
    expiresAt: 100_000,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };

  it('can be used until it expires or is revoked', () => {
    expect(findKeyProblem(key, 99_999)).toBeUndefined();
    expect(findKeyProblem(key, 100_000)).toBe('It expired on 1970-01-01 00:01 UTC.');
    expect(findKeyProblem({ ...key, revokedAt: 5 }, 6)).toBe('It was revoked on 1970-01-01 00:00 UTC.');
  });

  it('records its use once a minute, also after the clock was set back', () => {
    expect(isUseOutdated(key, 0)).toBe(true);
    expect(isUseOutdated({ lastUsedAt: 1_000 }, 60_999)).toBe(false);
    expect(isUseOutdated({ lastUsedAt: 1_000 }, 61_000)).toBe(true);
    expect(isUseOutdated({ lastUsedAt: 1_000_000 }, 0)).toBe(true);
  });

  it('is allowed on its origins only', () => {
    expect(allowsOrigin(key, 'https://docs.example.org')).toBe(true);
    for (const origin of [undefined, 'null', 'https://docs.example.org.evil.com', 'http://docs.example.org'])
      expect(allowsOrigin(key, origin)).toBe(false);
  });

  it.each([
    ['https://Docs.Example.org/', 'https://docs.example.org'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://docs.example.org:443', 'https://docs.example.org'],
    ['https://docs.example.org/guide', undefined],
    ['https://a@docs.example.org', undefined],
    ['*', undefined],
    ['https://*.example.org', undefined],
    ['null', undefined],
    ['javascript:alert(1)', undefined],
  ])('has the origin of %j as %j', (text, origin) => expect(normalizeKeyOrigin(text)).toBe(origin));
});
