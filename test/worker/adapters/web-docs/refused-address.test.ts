import { describe, expect, it } from 'vitest';
import {
  isPublicIp,
  explainRefusedAddress,
  explainRefusedInput,
} from '../../../../worker/adapters/web-docs/refused-address.ts';
import { privateAddresses } from '../../../support/server/private-addresses.ts';

const rules = { loopbackHosts: [] };

describe('explainRefusedAddress', () => {
  it.each(privateAddresses)('rejects %s', (address) => {
    expect(explainRefusedAddress(address, rules)).toEqual(expect.any(String));
  });

  it.each([
    'https://docs.acme.dev/',
    'http://docs.acme.dev/guide/?page=2#top',
    'http://docs.acme.dev:80/',
    'https://docs.acme.dev:443/',
    'https://DOCS.acme.dev./',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.dev/',
    'https://localhost.acme.dev/',
    'https://internal.acme.dev/',
  ])('allows %s', (address) => {
    expect(explainRefusedAddress(address, rules)).toBeUndefined();
  });

  it('allows exactly the configured loopback hosts', () => {
    const rulesWithHosts = { loopbackHosts: ['127.0.0.1:4000', 'docs.acme.dev:8080', '10.0.0.1:80'] };
    expect(explainRefusedAddress('http://127.0.0.1:4000/a', rulesWithHosts)).toBeUndefined();
    expect(explainRefusedAddress('http://127.0.0.1:4001/a', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('http://127.0.0.1/a', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('http://x@127.0.0.1:4000/a', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('http://docs.acme.dev:8080/', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('http://10.0.0.1/', rulesWithHosts)).toBeDefined();
  });
});

describe('an address on this machine', () => {
  it.each(['http://127.0.0.1:9131/', 'http://localhost:9131/', 'http://[::1]:9131/', 'http://127.0.0.1/'])(
    'is reported as an address on this machine: %s',
    (address) => expect(explainRefusedAddress(address, rules)).toBe('it is on this machine'),
  );

  it('is allowed as localhost and on its default port if configured', () => {
    const rulesWithHosts = { loopbackHosts: ['127.0.0.1:4000', '127.0.0.1:80'] };
    expect(explainRefusedAddress('http://localhost:4000/a', rulesWithHosts)).toBeUndefined();
    expect(explainRefusedAddress('http://127.0.0.1/', rulesWithHosts)).toBeUndefined();
    expect(explainRefusedAddress('http://localhost:4001/', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('http://[::1]:4000/', rulesWithHosts)).toBeDefined();
    expect(explainRefusedAddress('https://localhost/', rulesWithHosts)).toBeDefined();
  });

  it('is reported to the server’s operator with the setting that allows it and its current value', () => {
    const operatorRules = { loopbackHosts: ['127.0.0.1:1'], explainsLoopback: true };
    const advice = '`LOOPBACK_HOSTS=127.0.0.1:1,127.0.0.1:9131` in the shell of `npm start` allows it';
    expect(explainRefusedInput('http://localhost:9131/', operatorRules)).toBe(
      `it is on this machine; ${advice}`,
    );
    expect(explainRefusedInput('http://localhost:9131/', { loopbackHosts: [] })).toBe(
      'it is on this machine',
    );
    expect(explainRefusedInput('http://10.0.0.1/', operatorRules)).not.toContain('LOOPBACK');
    expect(explainRefusedInput('http://[::1]:9131/', operatorRules)).not.toContain('LOOPBACK');
    expect(explainRefusedInput('http://127.0.0.1:1/', operatorRules)).toBeUndefined();
  });
});

describe('isPublicIp', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1'])('accepts %s', (text) => {
    expect(isPublicIp(text)).toBe(true);
  });
  it.each(['127.0.0.1', '::ffff:8.8.8.8', 'fe80::1%lo', 'acme.dev', '', '169.254.1.1'])(
    'rejects %s',
    (text) => {
      expect(isPublicIp(text)).toBe(false);
    },
  );
});
