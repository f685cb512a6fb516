/** Reports the outcome of every address of a crawl. */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Crawl, CrawledPage, PageState } from '../../ports/crawl-store.ts';
import type { Services } from '../services.ts';

export interface CrawlReport {
  readonly crawl: Crawl;
  readonly pages: readonly CrawledPage[];
  readonly counts: Readonly<Record<PageState, number>>;
}

/**
 * Covers versions that are not ready too, because the report explains a crawl that found nothing. Defaults to the newest snapshot.
 * @throws AppError `repository_not_found` | `version_not_found` (it was not crawled)
 */
export async function reportCrawl(
  services: Services,
  viewer: Viewer,
  { id, version }: { readonly id: string; readonly version: string | undefined },
): Promise<CrawlReport> {
  const read = await services.catalog.readRepository(viewer, id);
  if (read === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const { repository, snapshots } = read;
  const snapshot =
    version === undefined
      ? snapshots[0]
      : snapshots.find((one) => [one.id, one.ref, one.commit].includes(version));
  const key = snapshot && { shard: repository.shard, snapshot: snapshot.number };
  const crawl = key && (await services.web.crawlStore.crawl(key));
  if (key === undefined || crawl === undefined)
    throw new AppError(
      'version_not_found',
      'There is no crawl of this version: it comes from another source, or its start page could not be read.',
      {
        details: { available: snapshots.slice(0, 50).map((one) => one.id) },
      },
    );
  const pages = await services.web.crawlStore.pages(key);
  const count = (state: PageState): number => pages.filter((page) => page.state === state).length;
  return {
    crawl,
    pages,
    counts: {
      waiting: count('waiting'),
      fetched: count('fetched'),
      unchanged: count('unchanged'),
      skipped: count('skipped'),
      blocked: count('blocked'),
      failed: count('failed'),
      duplicate: count('duplicate'),
    },
  };
}
