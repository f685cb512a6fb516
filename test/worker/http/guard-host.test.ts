/** Only a request to this server, from a page of this server, gets through. */
import { describe, expect, it } from 'vitest';
import { guardHost } from '../../../worker/http/guard-host.ts';

const config = {
  mode: 'open',
  allowedHosts: ['localhost', '127.0.0.1', '[::1]', 'code.example.org'],
} as const;

function refusalOf(headers: Readonly<Record<string, string>>, url = 'http://localhost:8787/'): unknown {
  try {
    guardHost({ url, header: (name) => headers[name.toLowerCase()] }, config);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a Host', () => {
  it.each([
    ['localhost:8787'],
    ['localhost'],
    ['LocalHost:80'],
    ['127.0.0.1:8787'],
    ['[::1]:8787'],
    ['[::1]'],
    ['code.example.org'],
  ])('%s gets through', (host) => {
    expect(refusalOf({ host })).toBeUndefined();
  });

  it.each([
    ['evil.example'],
    ['localhost.evil.example'],
    ['evil.example:8787'],
    ['localhost@evil.example'],
    ['127.0.0.1.evil.example'],
    ['127.0.0.2'],
    ['0.0.0.0:8787'],
    ['[::1].evil.example'],
    ['localhost:8787:1'],
    ['localhost '],
    [''],
  ])('%j is refused', (host) => {
    expect(refusalOf({ host })).toMatchObject({ code: 'forbidden_host', status: 403 });
  });

  it('is read from the address where no header tells it', () => {
    expect(refusalOf({}, 'http://localhost:8787/v1/health')).toBeUndefined();
    expect(refusalOf({}, 'http://evil.example/v1/health')).toMatchObject({
      code: 'forbidden_host',
      details: { host: 'evil.example' },
    });
  });
});

describe('an Origin', () => {
  it.each([
    ['http://localhost:8787'],
    ['http://127.0.0.1:5173'],
    ['https://code.example.org'],
    ['http://[::1]:8787'],
  ])('%s gets through', (origin) => {
    expect(refusalOf({ host: 'localhost:8787', origin })).toBeUndefined();
  });

  it.each([
    ['https://evil.example'],
    ['null'],
    ['file://'],
    [''],
    ['http://localhost.evil.example'],
    ['http://localhost:8787@evil.example'],
    ['localhost'],
    ['chrome-extension://localhost'],
  ])('%j is refused', (origin) => {
    expect(refusalOf({ host: 'localhost:8787', origin })).toMatchObject({
      code: 'forbidden_host',
      details: { origin },
    });
  });
});
