/** Takes documentation on the web: a repository named by its address, and the job that crawls and indexes it. */

import { AppError } from '../../core/errors.ts';
import type { WebSource } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import { pageAddress } from '../../ingestion/web/page-address.ts';
import { requireRefreshAllowed } from '../repositories/add-repository.ts';
import type { Services } from '../services.ts';
import { startIndexing, type Started } from '../indexing/start-indexing.ts';

interface WantedDocs {
  readonly start: string;
  readonly ref: string | undefined;
}

/**
 * The same address again is a refresh: pages that have not changed are taken from the state before.
 * @throws AppError `source_invalid` | `address_refused` | `refresh_too_soon`
 */
export async function addWebDocs(
  services: Services,
  viewer: Viewer,
  { start, ref }: WantedDocs,
): Promise<Started> {
  const { source, name } = docsAt(services, start);
  const known = await services.catalog.findRepository(viewer, name, 'web');
  if (known !== undefined) await requireRefreshAllowed(services, known.id, ref);
  return startIndexing(services, viewer, {
    name,
    ref,
    commit: '',
    subdirectory: undefined,
    hosted: { source, history: 'none', etag: undefined, visibility: 'private', isPrivate: false },
    shard: known?.shard,
    stage: 'crawl',
    prepare: async () => ({ start: source.start, ...(await baseOf(services, known?.id, ref)) }),
  });
}

interface DocsPlace {
  readonly source: WebSource;
  /** Of the repository it is, or would be. */
  readonly name: string;
}

/** What an address names, nothing asked of it. @throws AppError `source_invalid` | `address_refused` */
export function docsAt({ web }: Pick<Services, 'web'>, start: string): DocsPlace {
  const refusal = web.pageFetcher.refusal(start);
  if (refusal !== undefined)
    throw new AppError('address_refused', `${start.slice(0, 300)} is not asked: ${refusal}.`, {
      details: { address: start.slice(0, 1_000), refusal },
    });
  const address = pageAddress(start);
  if (address === undefined) throw new AppError('source_invalid', 'The address is too long.');
  return { source: { kind: 'web', start: new URL(start).href }, name: nameOf(address) };
}

/** The host and the folder: `docs.acme.dev/guide`. */
function nameOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}${search}`.slice(0, 200);
}

/** What is served of that version. */
async function baseOf(services: Services, id: string | undefined, ref: string | undefined) {
  const snapshots = id === undefined ? [] : await services.catalog.listSnapshots([id]);
  const base = snapshots.find((one) => one.ref === ref && one.generation > 0);
  return base === undefined ? {} : { baseSnapshot: base.number, baseGeneration: base.generation };
}
