/** Documentation on the web is crawled and cited in an answer that links to its page. Private addresses are never requested. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlReportView } from '../../../worker/contract/sources/crawl.ts';
import { createDocsSite } from '../../support/server/docs-site.ts';
import { privateAddresses } from '../../support/server/private-addresses.ts';
import { startWebServer, type WebServer } from '../../support/server/web-server.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let web: WebServer;
/** A server on this machine that the crawler may not request. */
let inner: WebServer;
const site = createDocsSite();

beforeAll(async () => {
  web = await startWebServer((path, headers) => {
    if (path === '/docs/trap/') return { status: 302, headers: { location: inner.url } };
    // A start that is not redirected must not lead to a private address either.
    const body = `<meta http-equiv="refresh" content="0; url=${inner.url}"><link rel="canonical" href="${inner.url}">
      <link rel="alternate" type="application/rss+xml" href="${inner.url}feed"><h1>Lead</h1><p>See <a href="${inner.url}a">this</a>.</p>`;
    return path === '/docs/redirect/'
      ? { headers: { 'content-type': 'text/html' }, body }
      : site.answer(path, headers);
  });
  inner = await startWebServer(() => ({ headers: { 'content-type': 'text/html' }, body: '<h1>Secret</h1>' }));
  journey = await startJourneyServer({ LOOPBACK_HOSTS: web.host });
});

afterAll(async () => {
  await journey.close();
  await web[Symbol.asyncDispose]();
  await inner[Symbol.asyncDispose]();
});

async function add(source: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${journey.server.url}/v1/repositories`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function waitForEnd(id: unknown) {
  let last;
  for await (const view of journey.client.watchRepository(String(id))) last = view;
  return last;
}

async function readCrawl(id: unknown): Promise<CrawlReportView> {
  const response = await fetch(`${journey.server.url}/v1/repositories/${String(id)}/crawl`);
  expect(response.status).toBe(200);
  return (await response.json()) as CrawlReportView;
}

const findPage = (crawl: CrawlReportView, path: string) =>
  crawl.pages.find(({ url }) => new URL(url).pathname === path);

describe('documentation on the web', () => {
  let id: unknown;

  it('is crawled completely, with every address accounted for', async () => {
    const added = await add(`http://${web.host}/docs/`);
    expect(added.status).toBe(202);
    id = added.body['id'];
    expect(await waitForEnd(id)).toMatchObject({ status: 'ready', name: `${web.host}/docs` });
    const crawl = await readCrawl(id);
    expect(crawl).toMatchObject({ fetched: 6, waiting: 0, duplicates: 1, versions: ['v1.2'] });
    expect(findPage(crawl, '/docs/')).toMatchObject({ state: 'fetched', path: 'index.md', via: 'start' });
    expect(findPage(crawl, '/docs/configuration.html')).toMatchObject({ path: 'configuration.md' });
    expect(findPage(crawl, '/docs/hidden/')).toMatchObject({ state: 'fetched', via: 'sitemap' });
    expect(findPage(crawl, '/docs/private/keys/')).toMatchObject({ state: 'blocked', reason: 'robots' });
    expect(findPage(crawl, '/docs/draft/')).toMatchObject({ state: 'skipped', reason: 'noindex' });
    expect(findPage(crawl, '/docs/v1.2/')).toMatchObject({ state: 'skipped', reason: 'other-version' });
    expect(findPage(crawl, '/docs/logo.png')).toMatchObject({ state: 'skipped', reason: 'not-a-page' });
    expect(findPage(crawl, '/docs/gone/')).toMatchObject({ state: 'failed', reason: 'status' });
    expect(findPage(crawl, '/docs/inside/')).toMatchObject({ state: 'blocked', reason: 'address-refused' });
    expect(findPage(crawl, '/blog/')).toBeUndefined();
    expect(web.requestedPaths.some((path) => /private|v1\.2|logo|blog/.test(path))).toBe(false);
  });

  it('is cited in an answer, and the citation links to the page', async () => {
    const response = await fetch(`${journey.server.url}/v1/repositories/${String(id)}/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ question: 'What is the default of wick_length?' }),
    });
    const answer = (await response.json()) as { refused: boolean; evidence: { path: string; url: string }[] };
    expect(answer.refused).toBe(false);
    const cited = answer.evidence.filter(({ path }) => path === 'configuration.md').map(({ url }) => url);
    expect(cited.map((url) => url.split('#', 1)[0])).toContain(`${web.url}docs/configuration.html`);
  });

  it('links each file to its page and headings', async () => {
    const file = await journey.client.readFile(String(id), 'install.md');
    const url = `${web.url}docs/install/`;
    expect(file.page?.url).toBe(url);
    expect(file.page?.headings.map((heading) => [heading.title, heading.url])).toEqual([
      ['Install', `${url}#top`],
      ['From packages', `${url}#from-packages`],
      ['From source', `${url}#src`],
    ]);
  });

  it('is refreshed by indexing only changed pages', async () => {
    site.pages.set(
      '/docs/install/',
      (site.pages.get('/docs/install/') ?? '').replace('version 4', 'version 5'),
    );
    site.pages.set('/docs/install/', `${site.pages.get('/docs/install/') ?? ''}<!-- later -->`);
    const refreshed = await add(`http://${web.host}/docs/`);
    expect(refreshed.body['id']).toBe(id);
    expect(await waitForEnd(id)).toMatchObject({ status: 'ready' });
    const crawl = await readCrawl(id);
    expect(crawl.pages.filter(({ state }) => state === 'fetched').map(({ path }) => path)).toEqual([
      'install.md',
    ]);
    expect(crawl).toMatchObject({ fetched: 1, unchanged: 5 });
    const file = await fetch(`${journey.server.url}/v1/repositories/${String(id)}/files/install.md`);
    expect(((await file.json()) as { text: string }).text).toContain('version 5');
  });

  it('reports why no page could be crawled', async () => {
    const { body } = await add(`http://${web.host}/docs/private/keys/`);
    expect(await waitForEnd(body['id'])).toMatchObject({
      status: 'failed',
      error: { code: 'crawl_empty', message: expect.stringContaining('robots.txt') as unknown },
    });
  });
});

describe('a private address', () => {
  it.each(privateAddresses)('is rejected: %s', async (address) => {
    const { status } = await add(address);
    expect([400, 422]).toContain(status);
  });

  it('is not requested when a page links or redirects to it', async () => {
    const { body } = await add(`http://${web.host}/docs/trap/`);
    expect(await waitForEnd(body['id'])).toMatchObject({ status: 'failed', error: { code: 'crawl_empty' } });
    const added = await add(`http://${web.host}/docs/redirect/`);
    expect((await waitForEnd(added.body['id']))?.status).toMatch(/^(?:ready|failed)$/);
    expect((await add(inner.url)).status).toBe(422);
    expect(inner.requestedPaths).toEqual([]);
  });
});
