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
 * Reports on the newest snapshot unless `version` is set. Versions that are not ready are included, since the report explains a crawl
 * that found nothing.
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
      : snapshots.find(({ id, ref, commit }) => [id, ref, commit].includes(version));
  const key = snapshot && { shard: repository.shard, snapshot: snapshot.number };
  const crawl = key && (await services.web.crawlStore.readCrawl(key));
  if (key === undefined || crawl === undefined)
    throw new AppError(
      'version_not_found',
      'There is no crawl of this version. It comes from another source, or its start page could not be read.',
      {
        details: { available: snapshots.slice(0, 50).map((snapshot) => snapshot.id) },
      },
    );
  const pages = await services.web.crawlStore.listPages(key);
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
