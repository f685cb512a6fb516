/** What became of a crawl's addresses: counted, found by words, and as CSV that no spreadsheet takes for formulas. */
import { expect, test } from 'vitest';
import type { CrawlWire } from '../../worker/contract/crawl.ts';
import { becameOf, crawlCsv, filterPages, stateCounts } from '../../web/src/lib/features/crawl/crawl-rows.ts';

const page = (
  url: string,
  state: CrawlWire['pages'][number]['state'],
  more: Partial<CrawlWire['pages'][number]> = {},
): CrawlWire['pages'][number] => ({ url, state, via: 'link', depth: 1, ...more });
const pages = [
  page('https://a.dev/docs/', 'fetched', { path: 'index.md', via: 'start', depth: 0 }),
  page('https://a.dev/docs/keys', 'blocked', { reason: 'robots', detail: 'It says "no", firmly.' }),
  page('=cmd()', 'failed'),
];
const crawl: CrawlWire = {
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

test('states that occur, those taken first', () => {
  expect(stateCounts(crawl).map(({ state, count }) => [state, count])).toEqual([
    ['fetched', 1],
    ['blocked', 1],
    ['failed', 1],
  ]);
});

test('a state and every word, of the address, the file or the reason', () => {
  expect(filterPages(pages, { state: null, text: 'FIRMLY keys' })).toEqual([pages[1]]);
  expect(filterPages(pages, { state: null, text: 'index.md' })).toEqual([pages[0]]);
  expect(filterPages(pages, { state: 'failed', text: 'keys' })).toEqual([]);
});

test('why a page was left out is told in words where it has no sentence of its own', () => {
  const robots = { reason: 'robots', detail: 'It says "no", firmly.' };
  expect(becameOf(page('https://a.dev/', 'blocked', robots))).toBe(robots.detail);
  expect(becameOf(page('https://a.dev/', 'skipped', { reason: 'no-text' }))).toBe('No text of its own.');
  expect(becameOf(page('https://a.dev/', 'fetched'))).toBe('');
});

test('as CSV', () => {
  expect(crawlCsv(pages)).toBe(
    [
      'url,state,reason,detail,path,via,depth',
      'https://a.dev/docs/,fetched,,,index.md,start,0',
      'https://a.dev/docs/keys,blocked,robots,"It says ""no"", firmly.",,link,1',
      "'=cmd(),failed,,,,link,1",
      '',
    ].join('\r\n'),
  );
});
