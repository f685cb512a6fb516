import { describe, expect, it } from 'vitest';
import {
  isPublicIp,
  refusedAddress,
  refusedInput,
} from '../../../../worker/adapters/web-docs/refused-address.ts';
import { privateAddresses } from '../../../support/server/private-addresses.ts';

const rules = { loopbackHosts: [] };

describe('refusedAddress', () => {
  it.each(privateAddresses)('rejects %s', (address) => {
    expect(refusedAddress(address, rules)).toEqual(expect.any(String));
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
    expect(refusedAddress(address, rules)).toBeUndefined();
  });

  it('allows exactly the configured loopback hosts', () => {
    const named = { loopbackHosts: ['127.0.0.1:4000', 'docs.acme.dev:8080', '10.0.0.1:80'] };
    expect(refusedAddress('http://127.0.0.1:4000/a', named)).toBeUndefined();
    expect(refusedAddress('http://127.0.0.1:4001/a', named)).toBeDefined();
    expect(refusedAddress('http://127.0.0.1/a', named)).toBeDefined();
    expect(refusedAddress('http://x@127.0.0.1:4000/a', named)).toBeDefined();
    expect(refusedAddress('http://docs.acme.dev:8080/', named)).toBeDefined();
    expect(refusedAddress('http://10.0.0.1/', named)).toBeDefined();
  });
});

describe('an address on this machine', () => {
  it.each(['http://127.0.0.1:9131/', 'http://localhost:9131/', 'http://[::1]:9131/', 'http://127.0.0.1/'])(
    'is reported as an address on this machine: %s',
    (address) => expect(refusedAddress(address, rules)).toBe('it is on this machine'),
  );

  it('is allowed as localhost and on its default port if configured', () => {
    const named = { loopbackHosts: ['127.0.0.1:4000', '127.0.0.1:80'] };
    expect(refusedAddress('http://localhost:4000/a', named)).toBeUndefined();
    expect(refusedAddress('http://127.0.0.1/', named)).toBeUndefined();
    expect(refusedAddress('http://localhost:4001/', named)).toBeDefined();
    expect(refusedAddress('http://[::1]:4000/', named)).toBeDefined();
    expect(refusedAddress('https://localhost/', named)).toBeDefined();
  });

  it('is reported to the server’s operator with the setting that allows it and its current value', () => {
    const keeper = { loopbackHosts: ['127.0.0.1:1'], explainsLoopback: true };
    const way = '`LOOPBACK_HOSTS=127.0.0.1:1,127.0.0.1:9131` in the shell of `npm start` allows it';
    expect(refusedInput('http://localhost:9131/', keeper)).toBe(`it is on this machine; ${way}`);
    expect(refusedInput('http://localhost:9131/', { loopbackHosts: [] })).toBe('it is on this machine');
    expect(refusedInput('http://10.0.0.1/', keeper)).not.toContain('LOOPBACK');
    expect(refusedInput('http://[::1]:9131/', keeper)).not.toContain('LOOPBACK');
    expect(refusedInput('http://127.0.0.1:1/', keeper)).toBeUndefined();
  });
});

describe('isPublicIp', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1'])('accepts %s', (text) => {
    expect(isPublicIp(text)).toBe(true);
  });
  it.each(['127.0.0.1', '::ffff:8.8.8.8', 'fe80::1%lo', 'acme.dev', '', '169.254.1.1'])(
    '%s is not',
    (text) => {
      expect(isPublicIp(text)).toBe(false);
    },
  );
});
