/** Assigns files to the pages of a part. A page with the same text or path as an accepted page is a duplicate. */

import { createCrawlScope, locateAddress } from '../../ingestion/web/crawl-scope.ts';
import { normalizePageAddress } from '../../ingestion/web/page-address.ts';
import { toPagePath } from '../../ingestion/web/page-file.ts';
import type { Crawl, CrawledPage, CrawlKey } from '../../ports/crawl-store.ts';
import type { ReadPage } from './page-result.ts';
import type { Services } from '../services.ts';

export interface AcceptedPage {
  readonly page: CrawledPage;
  /** The text of the page's file; undefined unless the page is accepted. */
  readonly text: string | undefined;
  readonly links: readonly string[];
}

interface BatchResult {
  readonly read: readonly ReadPage[];
  readonly crawlKey: CrawlKey;
  readonly crawl: Crawl;
  readonly pack: number;
}

export async function deduplicatePages(
  services: Services,
  batch: BatchResult,
): Promise<readonly AcceptedPage[]> {
  const { crawlKey, crawl, pack } = batch;
  const { folder } = createCrawlScope(crawl.start);
  const texts = await readTexts(services, batch);
  const read = batch.read.map((result) => ({
    ...result,
    path: toPagePath(folder, finalAddress(result.page, crawl)),
  }));
  const indexedPages = await services.web.crawlStore.findIndexed(crawlKey, {
    contentHashes: read.flatMap(({ page }) => page.contentHash ?? []),
    paths: read.map(({ path }) => path),
  });
  const byHash = new Map(indexedPages.map((page) => [page.contentHash, page]));
  const byPath = new Map(indexedPages.map((page) => [page.path, page]));
  return read.map(({ page, links, path }): AcceptedPage => {
    const text = texts.get(page.address);
    if (text === undefined) return { page, text, links };
    const original = byHash.get(page.contentHash) ?? byPath.get(path);
    if (original !== undefined && original.address !== page.address) {
      const relation =
        original.contentHash === page.contentHash ? 'has the same text as' : 'maps to the same file as';
      const detail = `It ${relation} ${original.url}.`;
      return { page: { ...page, state: 'duplicate', reason: 'duplicate', detail }, text: undefined, links };
    }
    const accepted = { ...page, path, pack };
    byHash.set(page.contentHash, accepted);
    byPath.set(path, accepted);
    return { page: accepted, text, links };
  });
}

/** The address after redirects, from which the path of the file is derived. */
function finalAddress({ url, address }: CrawledPage, { start }: Crawl): string {
  const redirected = normalizePageAddress(url);
  return redirected !== undefined && locateAddress(createCrawlScope(start), redirected) === 'inside'
    ? redirected
    : address;
}

/** Reads the texts by address. The texts of unchanged pages come from the earlier snapshot. */
async function readTexts(
  services: Services,
  { read, crawlKey, crawl }: BatchResult,
): Promise<ReadonlyMap<string, string>> {
  const paths = read.flatMap(({ earlierPath }) => earlierPath ?? []);
  const files =
    crawl.base === undefined || paths.length === 0
      ? []
      : await services.chunkStore.readFiles({ shard: crawlKey.shard, ...crawl.base }, paths);
  const before = new Map(files.map(({ path, text }) => [path, text]));
  return new Map(
    read.flatMap(({ page, text, earlierPath }) => {
      const fileText = text ?? (earlierPath === undefined ? undefined : before.get(earlierPath));
      return fileText === undefined ? [] : [[page.address, fileText] as const];
    }),
  );
}
