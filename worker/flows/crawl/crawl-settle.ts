/** Which of the pages of a part are taken, and as which file: one whose text another has already is a duplicate of it. */

import { crawlScope, placeOf } from '../../ingestion/web/crawl-scope.ts';
import { pageAddress } from '../../ingestion/web/page-address.ts';
import { pathOfPage } from '../../ingestion/web/page-path.ts';
import type { Crawl, CrawledPage, CrawlKey } from '../../ports/crawl-store.ts';
import type { ReadPage } from './crawl-page.ts';
import type { Services } from '../services.ts';

export interface SettledPage {
  readonly page: CrawledPage;
  /** Of its file, where it is taken. */
  readonly text: string | undefined;
  readonly links: readonly string[];
}

interface Settling {
  readonly read: readonly ReadPage[];
  readonly crawlKey: CrawlKey;
  readonly crawl: Crawl;
  readonly pack: number;
}

export async function settlePages(services: Services, settling: Settling): Promise<readonly SettledPage[]> {
  const { crawlKey, crawl, pack } = settling;
  const { folder } = crawlScope(crawl.start);
  const texts = await textsOf(services, settling);
  const read = settling.read.map((one) => ({
    ...one,
    path: pathOfPage(folder, ownAddress(one.page, crawl)),
  }));
  const taken = await services.web.crawlStore.taken(crawlKey, {
    contentHashes: read.flatMap(({ page }) => page.contentHash ?? []),
    paths: read.map(({ path }) => path),
  });
  const byHash = new Map(taken.map((page) => [page.contentHash, page]));
  const byPath = new Map(taken.map((page) => [page.path, page]));
  return read.map(({ page, links, path: wanted }): SettledPage => {
    const text = texts.get(page.address);
    if (text === undefined) return { page, text, links };
    const same = byHash.get(page.contentHash) ?? byPath.get(wanted);
    if (same !== undefined && same.address !== page.address) {
      const differs = same.contentHash === page.contentHash ? 'has the same text as' : 'is another form of';
      const detail = `It ${differs} ${same.url}.`;
      return { page: { ...page, state: 'duplicate', reason: 'duplicate', detail }, text: undefined, links };
    }
    const settled = { ...page, path: wanted, pack };
    byHash.set(page.contentHash, settled);
    byPath.set(wanted, settled);
    return { page: settled, text, links };
  });
}

/** Where a page is, after redirects: that names its file. */
function ownAddress({ url, address }: CrawledPage, { start }: Crawl): string {
  const own = pageAddress(url);
  return own !== undefined && placeOf(crawlScope(start), own) === 'inside' ? own : address;
}

/** Files by address; those of unchanged pages come from the state before. */
async function textsOf(
  services: Services,
  { read, crawlKey, crawl }: Settling,
): Promise<ReadonlyMap<string, string>> {
  const paths = read.flatMap(({ keptPath }) => keptPath ?? []);
  const files =
    crawl.base === undefined || paths.length === 0
      ? []
      : await services.chunkStore.readFiles({ shard: crawlKey.shard, ...crawl.base }, paths);
  const before = new Map(files.map(({ path, text }) => [path, text]));
  return new Map(
    read.flatMap(({ page, text, keptPath }) => {
      const whole = text ?? (keptPath === undefined ? undefined : before.get(keptPath));
      return whole === undefined ? [] : [[page.address, whole] as const];
    }),
  );
}
