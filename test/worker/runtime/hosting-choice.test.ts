import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../worker/runtime/config.ts';

const key = btoa('k'.repeat(32));

describe('code hosts', () => {
  it('default to GitHub without tokens', () => {
    expect(parseConfig({}).hosting).toEqual({
      apiUrl: 'https://api.github.com',
      archiveOrigins: ['https://codeload.github.com'],
      token: undefined,
      webhookSecret: undefined,
      tokenKeys: [],
    });
  });

  it('have token keys by version, in order', () => {
    const { tokenKeys } = parseConfig({ TOKEN_KEYS: `2:${key}, 1:${btoa('o'.repeat(32))}` }).hosting;
    expect(tokenKeys.map(({ version, bytes }) => [version, bytes.length])).toEqual([
      ['2', 32],
      ['1', 32],
    ]);
  });

  it.each(['1:short', key, `1:${btoa('k'.repeat(16))}`, '1:%%%'])(
    'reject the invalid key %j without repeating it',
    (wrong) => {
      expect(() => parseConfig({ TOKEN_KEYS: wrong })).toThrow(/TOKEN_KEYS: item 1/);
      expect(() => parseConfig({ TOKEN_KEYS: wrong })).not.toThrow(wrong);
    },
  );

  it.each([
    'http://api.github.com',
    'https://127.0.0.1/x',
    'https://localhost',
    'http://127.0.0.1:5',
    'https://[::1]',
    'github',
  ])('are rejected at %s', (url) =>
    expect(() => parseConfig({ GITHUB_API_URL: url })).toThrow(/GITHUB_API_URL/),
  );

  it('may be local if LOOPBACK_HOSTS lists them', () => {
    const listed = { GITHUB_API_URL: 'http://127.0.0.1:5', LOOPBACK_HOSTS: '127.0.0.1:5,127.0.0.1:6' };
    expect(parseConfig(listed).hosting.archiveOrigins).toEqual(['http://127.0.0.1:5', 'http://127.0.0.1:6']);
    expect(() => parseConfig({ LOOPBACK_HOSTS: 'example.org:80' })).toThrow(/LOOPBACK_HOSTS/);
  });
});
