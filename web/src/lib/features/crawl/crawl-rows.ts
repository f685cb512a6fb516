/** The rows of a crawl report: counts by status, filtered rows, and CSV. Pure. */
import { describeSkipReason, type CrawlReportView } from '../../api.ts';

export type CrawledPage = CrawlReportView['pages'][number];
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
  waiting: 'Not requested',
};

export const viaLabels: Readonly<Record<CrawledPage['via'], string>> = {
  start: 'start address',
  sitemap: 'sitemap',
  feed: 'feed',
  llms: 'llms.txt',
  link: 'link',
};

/** The statuses that occur, in the order of `stateLabels`. */
export function countStates(crawl: CrawlReportView): readonly StateCount[] {
  const countsByState: Readonly<Record<PageState, number>> = {
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
    .map((state) => ({ state, label: stateLabels[state], count: countsByState[state] }))
    .filter(({ count }) => count > 0);
}

/** A sentence about a page's outcome: the server's detail, else the reason. Empty for a page that needs no explanation. */
export function describeOutcome(page: CrawledPage): string {
  if (page.detail !== undefined) return page.detail;
  if (page.reason !== undefined) return `${describeSkipReason(page.reason)}.`;
  return page.state === 'waiting' ? 'It was not requested before the crawl ended.' : '';
}

/** The pages with a status (null: any status) whose address, file or reason contains every word of the text. Case is ignored. */
export function filterPages(
  pages: CrawlReportView['pages'],
  filter: { readonly state: PageState | null; readonly text: string },
): CrawlReportView['pages'] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    if (filter.state !== null && page.state !== filter.state) return false;
    const text = [page.url, page.path, page.reason, describeOutcome(page)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Writes CSV as in RFC 4180. The crawled site chooses the addresses, so an apostrophe precedes any value that a spreadsheet would run as a formula. */
export function formatCrawlCsv(pages: CrawlReportView['pages']): string {
  const columns = ['url', 'state', 'reason', 'detail', 'path', 'via', 'depth'] as const;
  const rows = pages.map((page) => columns.map((column) => formatCsvCell(String(page[column] ?? ''))));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function formatCsvCell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
