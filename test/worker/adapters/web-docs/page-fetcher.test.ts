import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageFetcher } from '../../../../worker/adapters/web-docs/page-fetcher.ts';
import type { PageRequest } from '../../../../worker/ports/page-fetcher.ts';
import { privateAddresses } from '../../../support/server/private-addresses.ts';
import { startWebServer } from '../../../support/server/web-server.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Creates a fetcher for a table of addresses that records its requests. */
function createWeb(
  pages: Readonly<Record<string, () => Response>>,
  names: Readonly<Record<string, string[]>> = {},
) {
  const requests: string[] = [];
  const fetcher = createPageFetcher({
    fetch: async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      requests.push(url);
      return pages[url]?.() ?? new Response('gone', { status: 404 });
    },
    resolve: async (name) => names[name] ?? ['93.184.216.34'],
    userAgent: 'Wherefore/1',
    loopbackHosts: [],
    now: () => Date.UTC(2026, 0, 1),
  });
  const get = (url: string, options: Partial<PageRequest> = {}) =>
    fetcher.get({ url, maxBytes: 1_000, timeoutMs: 5_000, ...options });
  return { get, requests };
}

/** Escapes the text to ASCII, as headers require. */
const inAscii = (address: string) => address.replaceAll(/[^ -~]/g, encodeURIComponent);
const page = (text = 'hello') => new Response(text, { headers: html });
const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } });

const isAllowed = (url: string) => !url.endsWith('/private');

describe('createPageFetcher', () => {
  it.each(privateAddresses)('never requests %s', async (address) => {
    const web = createWeb({});
    expect(await web.get(address)).toMatchObject({ outcome: 'failed', reason: 'address-refused' });
    expect(web.requests).toEqual([]);
  });

  it.each(privateAddresses.map(inAscii))('does not follow a redirect to %s', async (address) => {
    const web = createWeb({ 'https://docs.acme.dev/': () => redirectTo(address) });
    expect(await web.get('https://docs.acme.dev/')).toMatchObject({
      outcome: 'failed',
      reason: 'address-refused',
    });
    expect(web.requests).toEqual(['https://docs.acme.dev/']);
  });

  it.each([['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']])(
    'requests no name that resolves to %s',
    async (...addresses) => {
      const web = createWeb({}, { 'docs.acme.dev': addresses });
      expect(await web.get('https://docs.acme.dev/')).toMatchObject({ reason: 'address-refused' });
      expect(web.requests).toEqual([]);
    },
  );

  it('reports an unknown name', async () => {
    const web = createWeb({}, { 'docs.acme.dev': [] });
    expect(await web.get('https://docs.acme.dev/')).toMatchObject({ reason: 'unreachable' });
  });

  it('follows redirects within a site, from http to https and to www', async () => {
    const web = createWeb({
      'http://acme.dev/docs': () => redirectTo('https://acme.dev/docs'),
      'https://acme.dev/docs': () => redirectTo('//www.acme.dev/docs/#start'),
      'https://www.acme.dev/docs/': () => page(),
    });
    expect(await web.get('http://acme.dev/docs')).toMatchObject({
      outcome: 'fetched',
      url: 'https://www.acme.dev/docs/',
      bytes: new TextEncoder().encode('hello'),
    });
  });

  it.each(['https://other.dev/', 'http://docs.acme.dev/', 'https://docs.acme.dev.other.dev/'])(
    'does not follow a redirect to another site: %s',
    async (away) => {
      const web = createWeb({ 'https://docs.acme.dev/': () => redirectTo(away) });
      expect(await web.get('https://docs.acme.dev/')).toMatchObject({ reason: 'redirected-away' });
    },
  );

  it('reports where a page redirects to, and whether permanently', async () => {
    const web = createWeb({
      'https://acme.dev/now': () => redirectTo('https://other.dev/docs/#top'),
      'https://acme.dev/': () =>
        new Response(null, { status: 308, headers: { location: 'https://other.dev/docs/' } }),
    });
    const url = 'https://other.dev/docs/';
    expect(await web.get('https://acme.dev/')).toMatchObject({ leadsTo: { url, isForGood: true } });
    expect(await web.get('https://acme.dev/now')).toMatchObject({
      leadsTo: { url, isForGood: false },
      detail: `It redirects to ${url}.`,
    });
  });

  it('requests no disallowed address, even after a redirect', async () => {
    const web = createWeb({
      'https://acme.dev/a': () => redirectTo('/private'),
      'https://acme.dev/private': page,
    });
    const refused = { outcome: 'failed', reason: 'robots' };
    expect(await web.get('https://acme.dev/a', { isAllowed })).toMatchObject(refused);
    expect(await web.get('https://acme.dev/private', { isAllowed })).toMatchObject(refused);
    expect(web.requests).toEqual(['https://acme.dev/a']);
  });

  it('returns the first bytes of any type on request', async () => {
    const headers = { 'content-type': 'image/png', 'content-length': '2000' };
    const web = createWeb({
      'https://acme.dev/robots.txt': () => new Response('x'.repeat(2_000), { headers }),
    });
    const got = await web.get('https://acme.dev/robots.txt', { acceptsAnyType: true });
    expect(got).toMatchObject({ outcome: 'fetched', bytes: new TextEncoder().encode('x'.repeat(1_000)) });
  });

  it('gives up on a redirect loop', async () => {
    const web = createWeb({ 'https://acme.dev/': () => redirectTo('/') });
    expect(await web.get('https://acme.dev/')).toMatchObject({ reason: 'too-many-redirects' });
    expect(web.requests).toHaveLength(6);
  });

  it('reports why a response is not a page', async () => {
    const web = createWeb({
      'https://acme.dev/a.png': () => new Response('x', { headers: { 'content-type': 'image/png' } }),
      'https://acme.dev/big': () => page('x'.repeat(1_001)),
      'https://acme.dev/busy': () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    });
    expect(await web.get('https://acme.dev/a.png')).toMatchObject({ reason: 'not-a-page' });
    expect(await web.get('https://acme.dev/big')).toMatchObject({ reason: 'too-large' });
    expect(await web.get('https://acme.dev/none')).toMatchObject({ reason: 'status', status: 404 });
    expect(await web.get('https://acme.dev/busy')).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });
});

const createFetcher = (host: string) =>
  createPageFetcher({
    fetch: globalThis.fetch,
    resolve: async () => [],
    userAgent: 'Wherefore/1',
    loopbackHosts: [host],
    now: Date.now,
  });

describe('createPageFetcher over a connection', () => {
  it('stops at the limit of decompressed bytes even if few compressed bytes were sent', async () => {
    const bomb = gzipSync(new Uint8Array(20_000_000));
    await using site = await startWebServer(() => ({
      headers: { ...html, 'content-encoding': 'gzip' },
      body: bomb,
    }));
    const got = await createFetcher(site.host).get({ url: site.url, maxBytes: 100_000, timeoutMs: 20_000 });
    expect(got).toMatchObject({ outcome: 'failed', reason: 'too-large' });
  });

  it('does not wait for a body that never ends', async () => {
    await using site = await startWebServer(() => ({ headers: html, body: undefined }));
    const got = await createFetcher(site.host).get({ url: site.url, maxBytes: 100_000, timeoutMs: 300 });
    expect(got).toMatchObject({ outcome: 'failed', reason: 'timed-out' });
  });

  it('sends conditional requests', async () => {
    await using site = await startWebServer((_path, headers) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { headers: { ...html, etag: '"v1"' }, body: 'a' },
    );
    const fetcher = createFetcher(site.host);
    const limits = { url: site.url, maxBytes: 100, timeoutMs: 5_000 };
    expect(await fetcher.get(limits)).toMatchObject({ outcome: 'fetched', etag: '"v1"' });
    expect(await fetcher.get({ ...limits, etag: '"v1"' })).toEqual({ outcome: 'unchanged', url: site.url });
  });
});
