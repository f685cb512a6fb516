/** A crawl cut off at any part ends as one that was not; what is asked of the site is held to its rules and to the caps. */

import { describe, expect, it } from 'vitest';
import { addWebDocs } from '../../../worker/flows/add-web-docs.ts';
import { removeRepository } from '../../../worker/flows/remove-repository.ts';
import { reportCrawl } from '../../../worker/flows/crawl-report.ts';
import type { Services } from '../../../worker/flows/services.ts';
import type { PageFetcher } from '../../../worker/ports/page-fetcher.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { createDocsSite } from '../../support/docs-site.ts';
import { runToEnd } from '../../support/run-jobs.ts';
import { openWorkbench } from '../../support/services.ts';

const start = 'https://lantern.dev/docs/';

/** The site without a network; `fails` is asked before each answer. */
function fetcherOf(
  fails: (path: string) => boolean = () => false,
): PageFetcher & { readonly asked: string[] } {
  const site = createDocsSite();
  const asked: string[] = [];
  return {
    userAgent: 'Wherefore/test',
    refusal: () => undefined,
    asked,
    get: ({ url, etag }) => {
      const { pathname, search } = new URL(url);
      asked.push(pathname);
      if (fails(pathname)) throw new Error('The connection to the store broke.');
      const answer = site.answer(pathname + search, { host: 'lantern.dev', 'if-none-match': etag });
      const status = answer.status ?? 200;
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

const told = ({ report }: Awaited<ReturnType<typeof crawl>>) =>
  report.pages.map(({ url, state, path, reason }) => ({ url, state, path, reason }));

describe('a crawl', () => {
  it('ends the same where a part is cut off and done again', async () => {
    const whole = await crawl(fetcherOf());
    const failed = new Set<string>();
    const cut = await crawl(
      fetcherOf((path) => {
        const fails = !failed.has(path) && /hidden|api|robots/.test(path);
        failed.add(path);
        return fails;
      }),
    );
    expect(told(cut)).toEqual(told(whole));
    expect(whole.report.counts).toMatchObject({ fetched: 6, duplicate: 1, waiting: 0 });
  });

  it('takes no more pages than it may, and says so', async () => {
    const { report } = await crawl(fetcherOf(), { maxPages: 2 });
    expect(report.counts).toMatchObject({ fetched: 2, waiting: 0 });
    expect(report.crawl.cappedBy).toBe('pages');
    expect(report.pages.filter(({ reason }) => reason === 'cap-pages').length).toBeGreaterThan(0);
  });

  it('leaves nothing behind when its repository goes', async () => {
    const { bench, added } = await crawl(fetcherOf());
    await removeRepository(bench.services, openModeViewer, added.id);
    expect(await bench.rows()).toEqual({});
  });
});
