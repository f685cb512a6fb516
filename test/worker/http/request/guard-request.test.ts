/** Only requests to this server from its own pages are accepted. */
import { describe, expect, it } from 'vitest';
import { guardHost } from '../../../../worker/http/request/guard-request.ts';

const config = {
  mode: 'hosted' as const,
  allowedHosts: ['localhost', '127.0.0.1', '[::1]', 'code.example.org', 'box.example:8443'],
};

function getRefusal(
  headers: Readonly<Record<string, string>>,
  { url = `http://${headers['host'] ?? 'localhost:8787'}/`, method = 'GET' } = {},
): unknown {
  try {
    const address = URL.canParse(url) ? url : 'http://localhost:8787/';
    guardHost(
      {
        method,
        url: address,
        path: new URL(address).pathname,
        header: (name) => headers[name.toLowerCase()],
      },
      config,
    );
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
    ['box.example:8443'],
  ])('%s is accepted', (host) => {
    expect(getRefusal({ host })).toBeUndefined();
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
    ['box.example'],
    ['box.example:8787'],
    [''],
  ])('%j is rejected', (host) => {
    expect(getRefusal({ host })).toMatchObject({ code: 'forbidden_host', status: 403 });
  });

  it('is read from the address if there is no header', () => {
    expect(getRefusal({}, { url: 'http://localhost:8787/v1/health' })).toBeUndefined();
    expect(getRefusal({}, { url: 'http://evil.example/v1/health' })).toMatchObject({
      code: 'forbidden_host',
      details: { host: 'evil.example' },
    });
  });
});

describe('an Origin', () => {
  it.each([
    ['localhost:8787', 'http://localhost:8787'],
    ['LOCALHOST:8787', 'http://localhost:8787'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['[::1]:8787', 'http://[::1]:8787'],
  ])('of a request to %s may be %s', (host, origin) => {
    expect(getRefusal({ host, origin })).toBeUndefined();
  });

  it('must have the scheme of the request', () => {
    const headers = { host: 'code.example.org', origin: 'https://code.example.org' };
    expect(getRefusal(headers, { url: 'https://code.example.org/' })).toBeUndefined();
    expect(getRefusal(headers)).toMatchObject({ code: 'forbidden_host' });
  });

  it.each([
    ['http://localhost:3000'],
    ['http://localhost'],
    ['https://localhost:8787'],
    ['http://127.0.0.1:8787'],
    ['http://code.example.org'],
    ['https://evil.example'],
    ['null'],
    ['file://'],
    [''],
    ['http://localhost.evil.example'],
    ['http://localhost:8787@evil.example'],
    ['http://evil.example@localhost:8787'],
    ['localhost'],
    ['chrome-extension://localhost'],
    ['vscode-webview://localhost'],
  ])('%j is rejected', (origin) => {
    expect(getRefusal({ host: 'localhost:8787', origin })).toMatchObject({
      code: 'forbidden_host',
      details: { origin },
    });
  });
});

describe('a request whose Sec-Fetch-Site', () => {
  const host = 'localhost:8787';
  const link = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it.each(['none', 'same-origin'])('has the value %s is accepted', (site) => {
    expect(getRefusal({ host, 'sec-fetch-site': site })).toBeUndefined();
  });

  it.each(['cross-site', 'same-site'])('has the value %s is rejected, except for a followed link', (site) => {
    expect(getRefusal({ host, 'sec-fetch-site': site })).toMatchObject({ code: 'forbidden_host' });
    expect(getRefusal({ ...link, 'sec-fetch-site': site })).toBeUndefined();
    expect(getRefusal({ ...link, 'sec-fetch-site': site }, { method: 'POST' })).toBeDefined();
    expect(getRefusal({ ...link, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': site })).toBeDefined();
  });
});
