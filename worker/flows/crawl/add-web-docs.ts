/** Adds documentation on the web: a repository named after its address, and the job that crawls and indexes it. */

import { AppError } from '../../core/errors.ts';
import type { WebSource } from '../../core/repositories/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import { normalizePageAddress } from '../../ingestion/web/page-address.ts';
import { requireRefreshAllowed } from '../repositories/refresh-limit.ts';
import type { Services } from '../services.ts';
import { requireListed } from '../identity/require-permission.ts';
import { startIndexing, type StartedIndexing } from '../indexing/start-indexing.ts';

interface DocsRequest {
  readonly start: string;
  readonly ref: string | undefined;
}

/**
 * Adding the same address again is a refresh: unchanged pages are carried over from the earlier snapshot.
 * @throws AppError `source_invalid` | `address_refused` | `not_allowed` | `refresh_too_soon`
 */
export async function addWebDocs(
  services: Services,
  viewer: Viewer,
  { start, ref }: DocsRequest,
): Promise<StartedIndexing> {
  const { source, name } = locateDocs(services, start);
  const existing = await services.catalog.findRepository(viewer, name, 'web');
  requireListed(viewer, existing);
  if (existing !== undefined) await requireRefreshAllowed(services, existing.id, ref);
  return startIndexing(services, viewer, {
    name,
    ref,
    commit: '',
    subdirectory: undefined,
    hosted: { source, history: 'none', etag: undefined, visibility: 'private', isPrivate: false },
    shard: existing?.shard,
    stage: 'crawl',
    prepare: async () => ({ start: source.start, ...(await findBase(services, existing?.id, ref)) }),
  });
}

interface DocsLocation {
  readonly source: WebSource;
  /** Name of the existing or future repository. */
  readonly name: string;
}

/** Derives the source and the name from an address. Sends no request. @throws AppError `source_invalid` | `address_refused` */
export function locateDocs({ web }: Pick<Services, 'web'>, start: string): DocsLocation {
  const refusal = web.pageFetcher.explainRefusal(start);
  if (refusal !== undefined)
    throw new AppError('address_refused', `${start.slice(0, 300)} cannot be crawled: ${refusal}.`, {
      details: { address: start.slice(0, 1_000), refusal },
    });
  const address = normalizePageAddress(start);
  if (address === undefined) throw new AppError('source_invalid', 'The address is too long. Shorten it.');
  return { source: { kind: 'web', start: new URL(start).href }, name: docsName(address) };
}

/** Joins the host and the folder: `docs.acme.dev/guide`. */
function docsName(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}${search}`.slice(0, 200);
}

/** Finds the served snapshot of the version, as input of the first part. */
async function findBase(services: Services, id: string | undefined, ref: string | undefined) {
  const snapshots = id === undefined ? [] : await services.catalog.listSnapshots([id]);
  const base = snapshots.find((snapshot) => snapshot.ref === ref && snapshot.generation > 0);
  return base === undefined ? {} : { baseSnapshot: base.number, baseGeneration: base.generation };
}
