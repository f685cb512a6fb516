/** What became of the addresses of a crawl, as the report lists them: counts to choose from, the rows a person looks for, CSV. Pure. */
import { reasonInWords, type CrawlWire } from '../../api.ts';

export type CrawledPage = CrawlWire['pages'][number];
export type PageState = CrawledPage['state'];

export interface StateCount {
  readonly state: PageState;
  readonly label: string;
  readonly count: number;
}

export const stateLabels: Readonly<Record<PageState, string>> = {
  fetched: 'Fetched',
  unchanged: 'Unchanged',
  duplicate: 'Duplicate',
  skipped: 'Skipped',
  blocked: 'Blocked',
  failed: 'Failed',
  waiting: 'Not asked',
};

export const viaLabels: Readonly<Record<CrawledPage['via'], string>> = {
  start: 'the start',
  sitemap: 'sitemap',
  feed: 'feed',
  llms: 'llms.txt',
  link: 'a link',
};

/** Those that occur, taken ones first. */
export function stateCounts(crawl: CrawlWire): readonly StateCount[] {
  const counts: Readonly<Record<PageState, number>> = {
    fetched: crawl.fetched,
    unchanged: crawl.unchanged,
    duplicate: crawl.duplicates,
    skipped: crawl.skipped,
    blocked: crawl.blocked,
    failed: crawl.failed,
    waiting: crawl.waiting,
  };
  const states = Object.keys(stateLabels) as PageState[];
  return states
    .map((state) => ({ state, label: stateLabels[state], count: counts[state] }))
    .filter(({ count }) => count > 0);
}

/** Why a page was left out, in a sentence; where it became a file, of that. */
export function becameOf(page: CrawledPage): string {
  if (page.detail !== undefined) return page.detail;
  if (page.reason !== undefined) return `${reasonInWords(page.reason)}.`;
  return page.state === 'waiting' ? 'Its turn had not come.' : '';
}

/** Pages of a state (any when null) whose address, file or reason have every word, in any case. */
export function filterPages(
  pages: CrawlWire['pages'],
  filter: { readonly state: PageState | null; readonly text: string },
): CrawlWire['pages'] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    if (filter.state !== null && page.state !== filter.state) return false;
    const text = [page.url, page.path, page.reason, becameOf(page)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** RFC 4180. What spreadsheets would take for a formula is set off by an apostrophe: strangers write addresses. */
export function crawlCsv(pages: CrawlWire['pages']): string {
  const columns = ['url', 'state', 'reason', 'detail', 'path', 'via', 'depth'] as const;
  const rows = pages.map((page) => columns.map((column) => csvCell(String(page[column] ?? ''))));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
