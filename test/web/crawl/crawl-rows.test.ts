/** The rows of a crawl report: counts, filters, and CSV in which no value runs as a formula. */
import { expect, test } from 'vitest';
import type { CrawlReportView } from '../../../worker/contract/sources/crawl.ts';
import {
  describeOutcome,
  formatCrawlCsv,
  filterPages,
  countStates,
} from '../../../web/src/lib/features/crawl/crawl-rows.ts';

const page = (
  url: string,
  state: CrawlReportView['pages'][number]['state'],
  more: Partial<CrawlReportView['pages'][number]> = {},
): CrawlReportView['pages'][number] => ({ url, state, via: 'link', depth: 1, ...more });
const pages = [
  page('https://a.dev/docs/', 'fetched', { path: 'index.md', via: 'start', depth: 0 }),
  page('https://a.dev/docs/keys', 'blocked', { reason: 'robots', detail: 'It says "no", firmly.' }),
  page('=cmd()', 'failed'),
];
const crawl: CrawlReportView = {
  start: 'https://a.dev/docs/',
  waiting: 0,
  fetched: 1,
  unchanged: 0,
  skipped: 0,
  blocked: 1,
  failed: 1,
  duplicates: 0,
  versions: [],
  pages,
};

test('counts the pages of each status that occurs, fetched pages first', () => {
  expect(countStates(crawl).map(({ state, count }) => [state, count])).toEqual([
    ['fetched', 1],
    ['blocked', 1],
    ['failed', 1],
  ]);
});

test('filters pages by status, and by words that their address, file or reason contains', () => {
  expect(filterPages(pages, { state: null, text: 'FIRMLY keys' })).toEqual([pages[1]]);
  expect(filterPages(pages, { state: null, text: 'index.md' })).toEqual([pages[0]]);
  expect(filterPages(pages, { state: 'failed', text: 'keys' })).toEqual([]);
});

test('describes an outcome by its detail, else by its reason', () => {
  const robots = { reason: 'robots', detail: 'It says "no", firmly.' };
  expect(describeOutcome(page('https://a.dev/', 'blocked', robots))).toBe(robots.detail);
  expect(describeOutcome(page('https://a.dev/', 'skipped', { reason: 'no-text' }))).toBe('No text.');
  expect(describeOutcome(page('https://a.dev/', 'fetched'))).toBe('');
});

test('writes CSV with quoted fields and escaped formulas', () => {
  expect(formatCrawlCsv(pages)).toBe(
    [
      'url,state,reason,detail,path,via,depth',
      'https://a.dev/docs/,fetched,,,index.md,start,0',
      'https://a.dev/docs/keys,blocked,robots,"It says ""no"", firmly.",,link,1',
      "'=cmd(),failed,,,,link,1",
      '',
    ].join('\r\n'),
  );
});
