/** An interrupted crawl has the same result as an uninterrupted one, and requests obey the site's rules and the limits. */

import { describe, expect, it } from 'vitest';
import { addWebDocs } from '../../../../worker/flows/crawl/add-web-docs.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { reportCrawl } from '../../../../worker/flows/crawl/report-crawl.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import type { PageFetcher } from '../../../../worker/ports/page-fetcher.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { cleanUpNow, runToEnd } from '../../../support/workbench/run-jobs.ts';
import { createDocsSite } from '../../../support/server/docs-site.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const start = 'https://lantern.dev/docs/';

/** Serves the site without a network. A request fails if `shouldFail` returns true for its path. */
function createFetcher(
  shouldFail: (path: string) => boolean = () => false,
  rules: { readonly delay?: number; readonly status?: () => number } = {},
): PageFetcher & { readonly requested: string[] } {
  const site = createDocsSite(rules);
  const requested: string[] = [];
  return {
    userAgent: 'Wherefore/test',
    explainRefusal: () => undefined,
    requested,
    get: ({ url, etag }) => {
      const { pathname, search } = new URL(url);
      requested.push(pathname);
      if (shouldFail(pathname)) throw new Error('The connection to the store broke.');
      const answer = site.answer(pathname + search, { host: 'lantern.dev', 'if-none-match': etag });
      const status = rules.status?.() ?? answer.status ?? 200;
      if (status === 304) return Promise.resolve({ outcome: 'unchanged', url });
      if (status !== 200)
        return Promise.resolve({
          outcome: 'failed',
          url,
          reason: 'status',
          detail: `It answered ${status}.`,
          status,
          retryAfterMs: undefined,
        });
      return Promise.resolve({
        outcome: 'fetched',
        url,
        status,
        contentType: answer.headers?.['content-type'] ?? '',
        bytes: new TextEncoder().encode(
          String(answer.body).replaceAll('http://lantern.dev', 'https://lantern.dev'),
        ),
        etag: answer.headers?.['etag'],
        lastModified: undefined,
        robots: '',
        link: '',
      });
    },
  };
}

async function crawl(pageFetcher: PageFetcher, limits: Partial<Services['web']['limits']> = {}) {
  const bench = await openWorkbench(({ web }) => ({
    web: { ...web, pageFetcher, limits: { ...web.limits, ...limits } },
  }));
  const added = await addWebDocs(bench.services, openModeViewer, { start, ref: undefined });
  await runToEnd(bench);
  const report = await reportCrawl(bench.services, openModeViewer, { id: added.id, version: undefined });
  return { bench, added, report };
}

/** Advances the clock, runs the alarm of the job, and runs the parts that it wakes. */
async function runLater({ bench, jobId }: { readonly bench: Workbench; readonly jobId: string }, ms: number) {
  bench.clock.advance(ms);
  await sweepJob(bench.services, jobId);
  await runToEnd(bench);
}

async function beginCrawl(pageFetcher: PageFetcher, limits: Partial<Services['web']['limits']> = {}) {
  const bench = await openWorkbench(({ web }) => ({
    web: { ...web, pageFetcher, limits: { ...web.limits, ...limits } },
  }));
  const { id } = await addWebDocs(bench.services, openModeViewer, { start, ref: undefined });
  const jobId = bench.wokenParts.at(-1)?.job ?? '';
  await runToEnd(bench);
  return { bench, id, jobId, view: () => viewRepository(bench.services, openModeViewer, id) };
}

const summarize = ({ report }: Awaited<ReturnType<typeof crawl>>) =>
  report.pages.map(({ url, state, path, reason }) => ({ url, state, path, reason }));

describe('a crawl', () => {
  it('has the same result if a part is interrupted and repeated', async () => {
    const whole = await crawl(createFetcher());
    const failed = new Set<string>();
    const interrupted = await crawl(
      createFetcher((path) => {
        const isFirstRequest = !failed.has(path) && /hidden|api|robots/.test(path);
        failed.add(path);
        return isFirstRequest;
      }),
    );
    expect(summarize(interrupted)).toEqual(summarize(whole));
    expect(whole.report.counts).toMatchObject({ fetched: 6, duplicate: 1, waiting: 0 });
  });

  it('accepts no more pages than the limit, and reports it', async () => {
    const { report } = await crawl(createFetcher(), { maxPages: 2 });
    expect(report.counts).toMatchObject({ fetched: 2, waiting: 0 });
    expect(report.crawl.cappedBy).toBe('pages');
    expect(report.pages.filter(({ reason }) => reason === 'cap-pages').length).toBeGreaterThan(0);
  });

  it('waits between pages as long as the site requests, without occupying a part', async () => {
    const fetcher = createFetcher(undefined, { delay: 300 });
    const run = await beginCrawl(fetcher, { maxMs: 360_000_000 });
    const pages = () => fetcher.requested.filter((path) => !/robots|sitemap|llms|feed/.test(path)).length;
    const pagesAtFirst = pages();
    expect((await run.view()).waiting).toMatchObject({
      why: expect.stringContaining('300 seconds') as unknown,
    });
    await runLater(run, 200_000);
    expect(pages()).toBe(pagesAtFirst);
    await runLater(run, 120_000);
    expect(pages()).toBe(pagesAtFirst + 1);
    for (let wait = 0; wait < 20 && (await run.view()).snapshot.status !== 'ready'; wait += 1)
      await runLater(run, 320_000);
    const report = await reportCrawl(run.bench.services, openModeViewer, { id: run.id, version: undefined });
    expect(report.counts).toMatchObject({ fetched: 6, waiting: 0 });
    expect((await run.view()).snapshot.status).toBe('ready');
  });

  it('fails with the reason if the start is unreachable, can be retried, and leaves nothing when it is removed', async () => {
    const run = await beginCrawl(createFetcher(undefined, { status: () => 404 }));
    const failed = await run.view();
    expect(failed).toMatchObject({
      snapshot: { status: 'failed' },
      error: { code: 'crawl_empty', message: expect.stringContaining('404') as unknown },
    });
    expect(failed.error?.retryableUntil).toBeGreaterThan(run.bench.clock.now());
    await removeRepository(run.bench.services, openModeViewer, run.id);
    await cleanUpNow(run.bench.services);
    expect(await run.bench.rows()).toEqual({});
  });

  it('continues on retry when its start is reachable again', async () => {
    let isDown = true;
    const fetcher = createFetcher();
    const run = await beginCrawl({
      ...fetcher,
      get: (request) =>
        isDown && !request.url.endsWith('robots.txt')
          ? Promise.resolve({
              outcome: 'failed',
              url: request.url,
              reason: 'not-a-page',
              detail: 'It is closed.',
              status: undefined,
              retryAfterMs: undefined,
            })
          : fetcher.get(request),
    });
    expect((await run.view()).error?.message).toContain('It is closed.');
    isDown = false;
    await retryRepository(run.bench.services, openModeViewer, run.id);
    await runToEnd(run.bench);
    expect((await run.view()).snapshot.status).toBe('ready');
  });

  it('reports a page whose end was truncated', async () => {
    const site = createFetcher();
    const { report } = await crawl({
      ...site,
      async get(request) {
        const answer = await site.get(request);
        if (answer.outcome !== 'fetched' || request.url !== start) return answer;
        const html = new TextDecoder().decode(answer.bytes) + '<br>'.repeat(50_000);
        return { ...answer, bytes: new TextEncoder().encode(html) };
      },
    });
    expect(report.pages.filter(({ reason }) => reason === 'cut')).toMatchObject([
      { state: 'fetched', detail: 'It is too large: its end was truncated.' },
    ]);
  });

  it('leaves nothing when its repository is removed', async () => {
    const { bench, added } = await crawl(createFetcher());
    await removeRepository(bench.services, openModeViewer, added.id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual({});
  });
});
