/** Crawls sites that behave like real ones: they fail for a while, change their rules, request pauses, move, and have translations. */

import { describe, expect, it } from 'vitest';
import { createPageFetcher } from '../../../../worker/adapters/web-docs/page-fetcher.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addWebDocs } from '../../../../worker/flows/crawl/add-web-docs.ts';
import { previewSource } from '../../../../worker/flows/repositories/preview-source.ts';
import { reportCrawl } from '../../../../worker/flows/crawl/report-crawl.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

type Site = Record<string, () => Response | Promise<Response>>;

const start = 'https://d.dev/docs/';
const robotsUrl = 'https://d.dev/robots.txt';

function page(title: string, body: string, headers: Record<string, string> = {}, lang = 'en') {
  const html = `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  return () => new Response(html, { headers: { 'content-type': 'text/html', ...headers } });
}

const text = (body: string, type = 'text/plain') => new Response(body, { headers: { 'content-type': type } });
const emptyResponse = (status: number, headers = {}) => new Response('', { status, headers });
const redirectTo = (location: string, status = 302) => emptyResponse(status, { location });
const links = (...urls: readonly string[]) => urls.map((url) => `<a href="${url}">${url}</a>`).join(' ');

/** Opens a site, given as pages by their full address, and crawls it on demand. */
async function openSite(site: Site, limits: Partial<Services['web']['limits']> = {}) {
  const requested: string[] = [];
  const pageFetcher = createPageFetcher({
    fetch: async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      requested.push(url);
      return (await site[url]?.()) ?? emptyResponse(404);
    },
    resolve: async () => ['93.184.216.34'],
    userAgent: 'Wherefore/1',
    loopbackHosts: [],
    now: Date.now,
  });
  const bench = await openWorkbench(({ web }) => ({
    web: { ...web, pageFetcher, limits: { ...web.limits, ...limits } },
  }));
  const { services } = bench;
  let id = '';
  const view = () => viewRepository(services, openModeViewer, id);
  /** Runs a whole crawl. The clock advances while the crawl waits. */
  const crawl = async (from = start) => {
    requested.length = 0;
    bench.clock.advance(48 * 3_600_000);
    ({ id } = await addWebDocs(services, openModeViewer, { start: from, ref: undefined }));
    const job = bench.wokenParts.at(-1)?.job ?? '';
    await runToEnd(bench);
    for (let wait = 0; wait < 40 && !/ready|failed/.test((await view()).snapshot.status); wait += 1) {
      bench.clock.advance(2_100);
      await sweepJob(services, job);
      await runToEnd(bench);
    }
    const report = await reportCrawl(services, openModeViewer, { id, version: undefined });
    const findPage = (path: string) => report.pages.find(({ url }) => new URL(url).pathname === path);
    const indexedPaths = report.pages.flatMap(({ path }) => path ?? []).toSorted();
    return { report, findPage, indexedPaths };
  };
  return { crawl, requested, view, services, now: () => bench.clock.now() };
}

/** A page that does not change, so that a refresh knows the targets of its links only from the earlier crawl. */
const home = page('Home', links('b/', 'c/'), { etag: '"h"' });

describe('a refresh', () => {
  it.each([
    ['answers 503', () => emptyResponse(503)],
    ['answers 429', () => emptyResponse(429, { 'retry-after': '1' })],
    [
      'is unreachable',
      () => {
        throw new Error('The line is dead.');
      },
    ],
  ])('retains a page that %s, and requests it again the next time', async (_condition, failingResponse) => {
    const b = page('B', 'The first text.');
    const site: Site = { [start]: home, [`${start}b/`]: b };
    const { crawl, requested } = await openSite(site);
    await crawl();
    site[`${start}b/`] = failingResponse;
    const second = await crawl();
    expect(second.findPage('/docs/b/')).toMatchObject({
      state: 'unchanged',
      reason: 'not-reached',
      path: 'b.md',
    });
    site[`${start}b/`] = page('B', 'The text of now.');
    const third = await crawl();
    expect(requested).toContain(`${start}b/`);
    expect(third.findPage('/docs/b/')).toMatchObject({ state: 'fetched', path: 'b.md', reason: undefined });
  });

  it('drops a page that four crawls in a row do not reach, and requests it again later', async () => {
    const site: Site = { [start]: home, [`${start}b/`]: page('B', 'b') };
    const { crawl } = await openSite(site);
    await crawl();
    site[`${start}b/`] = () => emptyResponse(500);
    const reasons = [
      (await crawl()).findPage('/docs/b/')?.reason,
      (await crawl()).findPage('/docs/b/')?.reason,
    ];
    expect(reasons).toEqual(['not-reached', 'not-reached-twice']);
    expect((await crawl()).indexedPaths).toEqual(['b.md', 'index.md']);
    const last = await crawl();
    expect(last.findPage('/docs/b/')).toMatchObject({ state: 'failed', reason: 'status' });
    expect(last.indexedPaths).toEqual(['index.md']);
    site[`${start}b/`] = page('B', 'b');
    expect((await crawl()).indexedPaths).toEqual(['b.md', 'index.md']);
  });

  it('requests failed and capped pages again, but not pages that were missing twice', async () => {
    const site: Site = { [start]: home, [`${start}b/`]: page('B', 'b') };
    const limits = { maxPages: 2 };
    const { crawl, requested, services } = await openSite(site, limits);
    expect((await crawl()).findPage('/docs/c/')).toMatchObject({ state: 'skipped', reason: 'cap-pages' });
    Object.assign(services.web.limits, { maxPages: 100 });
    expect((await crawl()).findPage('/docs/c/')).toMatchObject({ state: 'failed', reason: 'status' });
    expect((await crawl()).findPage('/docs/c/')).toMatchObject({ state: 'failed', reason: 'gone' });
    site[`${start}c/`] = page('C', 'c');
    expect((await crawl()).findPage('/docs/c/')).toBeUndefined();
    expect(requested).not.toContain(`${start}c/`);
  });

  it('carries over pages that it has no time to request', async () => {
    const site: Site = { [start]: home, [`${start}b/`]: page('B', 'b'), [`${start}c/`]: page('C', 'c') };
    const { crawl, requested } = await openSite(site, { maxMs: 100_000 });
    await crawl();
    site[start] = page('Home', links('b/', 'c/', 'new/'));
    site[`${start}b/`] = () => emptyResponse(429, { 'retry-after': '100000' });
    site[robotsUrl] = () => text('User-agent: *\nCrawl-delay: 0.001');
    const { findPage, report } = await crawl();
    expect(requested).not.toContain(`${start}c/`);
    expect(findPage('/docs/c/')).toMatchObject({ state: 'unchanged', reason: 'not-asked', path: 'c.md' });
    expect(findPage('/docs/b/')).toMatchObject({ state: 'unchanged', path: 'b.md' });
    expect(findPage('/docs/new/')).toMatchObject({ state: 'skipped', reason: 'cap-seconds' });
    expect(report.crawl.cappedBy).toBe('seconds');
  });
});

describe('robots.txt', () => {
  it('is obeyed by a refresh, and across redirects', async () => {
    let robots = 'User-agent: *\nDisallow: /docs/secret/';
    const site: Site = {
      [robotsUrl]: () => text(robots),
      [start]: page('Home', links('b/', 'r/')),
      [`${start}b/`]: page('B', 'b'),
      [`${start}r/`]: () => redirectTo('/docs/secret/x/'),
      [`${start}secret/x/`]: page('Secret', 'forbidden words'),
    };
    const { crawl, requested } = await openSite(site);
    const first = await crawl();
    expect(first.findPage('/docs/r/')).toMatchObject({ state: 'blocked', reason: 'robots' });
    expect(requested).not.toContain(`${start}secret/x/`);
    expect(first.indexedPaths).toEqual(['b.md', 'index.md']);
    robots += '\nDisallow: /docs/b/';
    const second = await crawl();
    expect(requested).not.toContain(`${start}b/`);
    expect(second.findPage('/docs/b/')).toMatchObject({ state: 'blocked', reason: 'robots' });
    expect(second.indexedPaths).toEqual(['index.md']);
  });

  it.each([
    [
      'is longer than the size limit',
      text(`User-agent: *\nDisallow: /docs/b/\n${'# filler\n'.repeat(60_000)}`),
    ],
    ['has another content type', text('User-agent: *\nDisallow: /docs/b/\n', 'application/json')],
  ])('is obeyed even if it %s', async (_condition, response) => {
    const { crawl } = await openSite({
      [robotsUrl]: () => response,
      [start]: page('Home', links('b/')),
      [`${start}b/`]: page('B', 'b'),
    });
    expect((await crawl()).findPage('/docs/b/')).toMatchObject({ state: 'blocked', reason: 'robots' });
  });

  it('is read before a page of its origin is requested, also after a redirect from http', async () => {
    const site: Site = {
      'http://d.dev/docs/': () => redirectTo(start, 301),
      [robotsUrl]: () => text('User-agent: *\nDisallow: /'),
      [start]: home,
    };
    const { crawl, requested } = await openSite(site);
    await expect(crawl('http://d.dev/docs/')).rejects.toThrow('There is no crawl of this version');
    expect(requested).toEqual(['http://d.dev/robots.txt', 'http://d.dev/docs/', robotsUrl]);
    site[robotsUrl] = () => text('User-agent: *\nDisallow: /docs/b/');
    site[`${start}c/`] = () => redirectTo('https://www.d.dev/docs/b/');
    const { findPage } = await crawl('http://d.dev/docs/');
    expect(findPage('/docs/')).toMatchObject({ state: 'fetched' });
    expect(findPage('/docs/c/')).toMatchObject({ state: 'blocked', reason: 'robots' });
    expect(requested.filter((url) => url.includes('www.'))).toEqual([]);
  });

  it('is applied quickly even if its rules are slow to match', async () => {
    const rules = Array.from({ length: 1_000 }, (_, n) => `Disallow: /*aaaaab*a*c${n}`).join('\n');
    const many = Array.from({ length: 300 }, (_, n) => `${'a'.repeat(900)}${n}/`);
    const { crawl } = await openSite(
      {
        [robotsUrl]: () => text(`User-agent: *\n${rules}`),
        [start]: page('Home', links(...many)),
      },
      { maxPages: 1 },
    );
    const from = performance.now();
    expect((await crawl()).findPage('/docs/')).toMatchObject({ state: 'fetched' });
    expect(performance.now() - from).toBeLessThan(40_000);
  });
});

describe('a site that reports too many requests', () => {
  const many = Array.from({ length: 12 }, (_, n) => `p${n}/`);

  it('is read one page at a time after its pause, without losing any page', async () => {
    let requests = 0;
    let running = 0;
    const runningCounts: number[] = [];
    const paths = many.slice(0, 5);
    const site: Site = { [start]: page('Home', links(...paths)) };
    for (const path of paths)
      site[start + path] = async () => {
        requests += 1;
        running += 1;
        runningCounts.push(running);
        const isBusy = requests <= 2;
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        running -= 1;
        return isBusy ? emptyResponse(429, { 'retry-after': '20' }) : page(path, path)();
      };
    const { crawl, now } = await openSite(site);
    const before = now();
    const { report } = await crawl();
    expect(report.counts).toMatchObject({ fetched: 6, failed: 0, waiting: 0 });
    expect(now() - before - 48 * 3_600_000).toBeGreaterThanOrEqual(20_000);
    expect(runningCounts).toEqual([1, 2, 3, 4, 1, 1, 1]);
  });

  it('loses only the page that requests a pause longer than the time left', async () => {
    const paths = ['busy/', ...many];
    const site: Site = { [start]: page('Home', links(...paths)) };
    for (const path of paths) site[start + path] = page(path, path);
    site[`${start}busy/`] = () => emptyResponse(503, { 'retry-after': '86400' });
    const { crawl } = await openSite(site);
    const { report, findPage } = await crawl();
    expect(report.counts).toMatchObject({ fetched: 13, failed: 1, skipped: 0 });
    expect(report.crawl.cappedBy).toBeUndefined();
    expect(findPage('/docs/busy/')?.detail).toContain('It requests a pause of 86400 seconds');
    site[start] = page('Home again', links(...paths));
    expect((await crawl()).report.counts).toMatchObject({ fetched: 1, unchanged: 12, failed: 1 });
  });

  it.each([429, 503])(
    'lets the crawl end in time, however long and often it requests pauses with status %i',
    async (status) => {
      const site: Site = { [start]: page('Home', links(...many)) };
      for (const path of many) site[start + path] = () => emptyResponse(status, { 'retry-after': '86400' });
      const { crawl, view, requested } = await openSite(site);
      const { report } = await crawl();
      expect(requested.filter((url) => url.startsWith(`${start}p`))).toHaveLength(4);
      expect(report.counts).toMatchObject({ fetched: 1, waiting: 0 });
      expect(report.crawl.cappedBy).toBe('seconds');
      expect((await view()).snapshot.status).toBe('ready');
    },
  );
});

describe('content of a site', () => {
  it('under http is read over https, with its own sitemap if robots.txt lists only sitemaps of other sites', async () => {
    const site: Site = {
      [robotsUrl]: () => text('Sitemap: http://d.dev/map.xml'),
      'https://d.dev/map.xml': () =>
        text('<urlset><url><loc>http://d.dev/docs/listed/</loc></url></urlset>', 'text/xml'),
      'https://d.dev/sitemap.xml': () =>
        text('<urlset><url><loc>http://d.dev/docs/other/</loc></url></urlset>', 'text/xml'),
      [start]: page('Home', links('http://d.dev/docs/linked/')),
      [`${start}listed/`]: page('Listed', 'a'),
      [`${start}linked/`]: page('Linked', 'b'),
      [`${start}other/`]: page('Other', 'c'),
    };
    const { crawl, requested } = await openSite(site);
    expect((await crawl()).indexedPaths).toEqual(['index.md', 'linked.md', 'listed.md']);
    expect(requested.filter((url) => url.startsWith('http://'))).toEqual([]);
    site[robotsUrl] = () => text('Sitemap: https://www.d.dev/map.xml');
    expect((await crawl()).indexedPaths).toContain('other.md');
  });

  it('in folders named like files, or in two letter cases, is crawled', async () => {
    const site: Site = { [start]: page('Home', links('node.js/', 'a.js', 'Map.html', 'map.html')) };
    site[`${start}node.js/`] = page('Node.js', 'a');
    site[`${start}Map.html`] = page('Map', 'the type');
    site[`${start}map.html`] = page('map', 'the function');
    const { findPage, indexedPaths } = await (await openSite(site)).crawl();
    expect(indexedPaths).toEqual(['Map.md', 'index.md', 'map.md', 'node.js.md']);
    expect(findPage('/docs/a.js')).toMatchObject({ state: 'skipped', reason: 'not-a-page' });
  });

  it('in another language is skipped, and other pages of its folder are not requested', async () => {
    const root = 'https://f.dev/';
    const site: Site = {
      [root]: page('Home', links('/de/', '/tutorial/', '/it/')),
      [`${root}tutorial/`]: page('Tutorial', 'x'),
      [`${root}it/`]: page('It', 'a keyword, in English'),
      [`${root}de/`]: page('Start', links('/de/eins/'), {}, 'de-AT'),
      [`${root}de/zwei/`]: page('Zwei', 'y', {}, 'de'),
      [`${root}tutorial/more/`]: page('More', 'z', {}, 'zh'),
    };
    site[`${root}tutorial/`] = page('Tutorial', links('/de/zwei/', '/tutorial/more/'));
    const { crawl, requested } = await openSite(site);
    const { findPage, indexedPaths } = await crawl(root);
    expect(indexedPaths).toEqual(['index.md', 'it.md', 'tutorial.md', 'tutorial/more.md']);
    expect(findPage('/de/')).toMatchObject({
      state: 'skipped',
      reason: 'other-language',
      detail: 'It is in de-AT.',
    });
    expect(findPage('/de/zwei/')).toMatchObject({ state: 'skipped', reason: 'other-language' });
    expect(requested).not.toContain(`${root}de/zwei/`);
  });

  it('of other versions is skipped if the current documentation exists', async () => {
    const root = 'https://v.dev/';
    const listed = ['docs/next/a', 'docs/1.0.0/a', 'docs/a', 'docs/api/v1', 'docs/dev'];
    const site: Site = { [root]: page('Home', links(...listed)) };
    for (const path of listed) site[root + path] = page(path, path);
    const { report, indexedPaths } = await (await openSite(site)).crawl(root);
    expect(indexedPaths).toEqual(['docs/a.md', 'docs/api/v1.md', 'index.md']);
    expect(report.crawl.versions.toSorted()).toEqual(['1.0.0', 'dev', 'next']);
  });
});

describe('documentation of a version', () => {
  const root = 'https://v.dev/';
  const versioned = ['docs/v2/a/', 'docs/v2/b/', 'docs/v2/changes/'];
  const createSite = (...more: readonly string[]) => {
    const all = [...versioned, ...more];
    const site: Site = { [root]: page('Home', links(...all)) };
    for (const path of all) site[root + path] = page(path, path);
    return site;
  };
  const versionedPaths = ['docs/v2/a.md', 'docs/v2/b.md', 'docs/v2/changes.md', 'index.md'];

  it('is crawled together with pages without a version, also by a refresh', async () => {
    const site = createSite();
    const { crawl } = await openSite(site);
    expect((await crawl(root)).indexedPaths).toEqual(versionedPaths);
    Object.assign(site, createSite('docs/changes/', 'docs/about/', 'docs/manual.pdf'));
    const more = ['docs/about.md', 'docs/changes.md', ...versionedPaths];
    expect((await crawl(root)).indexedPaths).toEqual(more);
    expect((await crawl(root)).indexedPaths).toEqual(more);
  });

  it.each([
    ['redirects to it', (path: string) => redirectTo(`/${path}`)],
    ['is missing', () => emptyResponse(404)],
  ])('is crawled if each page without a version %s', async (_condition, answer) => {
    const site = createSite('docs/a/', 'docs/b/', 'docs/changes/');
    for (const path of versioned) site[root + path.replace('v2/', '')] = () => answer(path);
    const { crawl } = await openSite(site);
    expect((await crawl(root)).indexedPaths).toEqual(versionedPaths);
    expect((await crawl(root)).indexedPaths).toEqual(versionedPaths);
  });

  it('is skipped if a sitemap shows that most pages exist without a version', async () => {
    const all = [...versioned, 'docs/a/', 'docs/b/'];
    const listed = all.map((path) => `<url><loc>${root}${path}</loc></url>`).join('');
    const site = createSite('docs/a/', 'docs/b/');
    site[`${root}sitemap.xml`] = () => text(`<urlset>${listed}</urlset>`, 'text/xml');
    const { crawl, requested } = await openSite(site);
    expect((await crawl(root)).indexedPaths).toEqual(['docs/a.md', 'docs/b.md', 'index.md']);
    expect(requested.filter((url) => url.includes('v2'))).toEqual([]);
  });
});

const createMovedSite = (status: number): Site => ({
  'https://old.dev/': () => redirectTo('https://new.dev/docs/', status),
  'https://new.dev/docs/': page('Home', links('b/', 'private/')),
  'https://new.dev/docs/b/': page('B', 'b'),
  'https://new.dev/robots.txt': () => text('User-agent: *\nDisallow: /docs/private/'),
});

describe('a start address', () => {
  it('is followed after a permanent move, under the rules of the new site', async () => {
    const { crawl } = await openSite(createMovedSite(301));
    const { report, findPage, indexedPaths } = await crawl('https://old.dev/');
    expect(report.crawl.start).toBe('https://new.dev/docs/');
    expect(indexedPaths).toEqual(['b.md', 'index.md']);
    expect(findPage('/docs/private/')).toMatchObject({ state: 'blocked' });
  });

  it('is reported with its target after a temporary redirect, and cannot be retried', async () => {
    const { crawl, view } = await openSite(createMovedSite(302));
    await expect(crawl('https://old.dev/')).rejects.toThrow('There is no crawl of this version');
    expect((await view()).error).toMatchObject({
      code: 'crawl_empty',
      message: 'https://old.dev/ could not be read: It redirects to https://new.dev/docs/.',
      details: { leadsTo: 'https://new.dev/docs/' },
      retryableUntil: undefined,
    });
  });

  it('results in a suggested repository only if the host has one wrong letter', async () => {
    const { crawl, view, services } = await openSite({});
    const typed = 'https://gihub.com/acme/tool';
    expect(await preview(services, typed)).toMatchObject({ kind: 'web', didYouMean: 'github.com/acme/tool' });
    expect(await preview(services, 'https://a.dev/b/c')).toMatchObject({ didYouMean: undefined });
    await expect(crawl(typed)).rejects.toThrow('There is no crawl of this version');
    expect((await view()).error?.message).toMatch(/Did you mean github\.com\/acme\/tool\?$/);
  });

  it('is not followed endlessly if sites redirect to each other', async () => {
    const { crawl, view, requested } = await openSite({
      'https://a.dev/': () => redirectTo('https://b.dev/', 301),
      'https://b.dev/': () => redirectTo('https://a.dev/', 301),
    });
    await expect(crawl('https://a.dev/')).rejects.toThrow('There is no crawl of this version');
    expect((await view()).error?.code).toBe('crawl_empty');
    expect(requested.length).toBeLessThan(12);
  });
});

const preview = (services: Services, text: string) => previewSource(services, openModeViewer, text);

describe('pasted documentation', () => {
  it('is reported as indexed under any spelling of its address, with the time of the next refresh', async () => {
    const { crawl, services, requested } = await openSite({ [start]: home });
    const refreshEveryMs = 24 * 3_600_000;
    Object.assign(services.settings.versions, { refreshEveryMs });
    expect(await preview(services, start)).toMatchObject({
      kind: 'web',
      name: 'd.dev/docs',
      indexed: undefined,
    });
    expect(requested).toEqual([]);
    await crawl();
    const indexed = { id: expect.any(String), refreshAllowedAt: expect.any(Number) };
    expect(await preview(services, 'https://D.dev/docs/index.html#top')).toMatchObject({ indexed });
    await expect(addWebDocs(services, openModeViewer, { start, ref: undefined })).rejects.toMatchObject({
      code: 'refresh_too_soon',
      message: expect.stringContaining('may be indexed again at'),
      details: { id: expect.any(String) },
    });
  });

  it.each(['http://169.254.169.254/latest/', 'http://127.0.0.1:9/docs'])(
    'is rejected at once for a forbidden address: %s',
    async (address) => {
      const { services } = await openSite({});
      await expect(preview(services, address)).rejects.toMatchObject({ code: 'address_refused' });
    },
  );
});
