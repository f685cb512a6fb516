/** Previews the repository or site that a pasted text refers to, before it is added. Queries the host and stores nothing. */

import { suggestRepository } from '../../core/repositories/suggestions.ts';
import { readSource } from '../../core/repositories/read-source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRepository } from '../../ports/code-host.ts';
import { nextRefreshAt } from './refresh-limit.ts';
import { locateDocs } from '../crawl/add-web-docs.ts';
import { resolveHostedSource } from './resolve-hosted-source.ts';
import { requireListed, requireListedSource } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';
import type { CrawlLimits } from '../crawl/web-access.ts';

/** Maximum branches and maximum tags that are listed. Users can type any other. */
const maxListedRefs = 100;

export interface HostedPreview {
  readonly kind: 'github';
  readonly name: string;
  readonly hosted: HostedRepository;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** The snapshot served for that ref, if the repository is already indexed. */
  readonly indexed:
    | {
        readonly id: string;
        readonly commit: string | undefined;
        readonly isBehind: boolean;
      }
    | undefined;
}

export interface WebPreview {
  readonly kind: 'web';
  readonly start: string;
  /** The name of the existing or future repository. */
  readonly name: string;
  /** Pages beyond these limits are skipped. */
  readonly limits: CrawlLimits;
  /** The probable repository, if the address resembles one on GitHub. */
  readonly didYouMean?: string | undefined;
  /** Set if the site is already indexed. `refreshAllowedAt` is in milliseconds since 1970; undefined means now. */
  readonly indexed: { readonly id: string; readonly refreshAllowedAt: number | undefined } | undefined;
}

/** @throws AppError `source_invalid` | `not_allowed` | `source_not_found` | `address_refused`; also what the host throws */
export async function previewSource(
  services: Services,
  viewer: Viewer,
  text: string,
): Promise<HostedPreview | WebPreview> {
  const pasted = readSource(text);
  if (pasted.kind === 'web') return previewDocs(services, viewer, pasted.start);
  await requireListedSource(services, viewer, pasted);
  const { hosted, access, name, repository, ref, subdirectory } = await resolveHostedSource(
    services,
    viewer,
    pasted,
  );
  const { codeHost } = services.hosting;
  const { branches, tags } = await codeHost.refs(hosted, maxListedRefs, access);
  const preview = { kind: 'github', name, hosted, ref, subdirectory, branches, tags } as const;
  requireListed(viewer, repository);
  if (repository === undefined) return { ...preview, indexed: undefined };
  const requestedRef = ref ?? hosted.defaultBranch;
  const snapshots = await services.catalog.listSnapshots([repository.id]);
  const served = snapshots.find((snapshot) => snapshot.ref === requestedRef && snapshot.generation > 0);
  const head = await codeHost.resolve(hosted, requestedRef, { ...access, etag: served?.etag });
  const isBehind = head !== 'unchanged' && head.commit !== served?.commit;
  return { ...preview, indexed: { id: repository.id, commit: served?.commit, isBehind } };
}

/** Previews a site without a request to it. */
async function previewDocs(services: Services, viewer: Viewer, start: string): Promise<WebPreview> {
  const { source, name } = locateDocs(services, start);
  const didYouMean = suggestRepository(new URL(source.start));
  const { limits } = services.web;
  const preview = { kind: 'web', start: source.start, name, limits, didYouMean } as const;
  const existing = await services.catalog.findRepository(viewer, name, 'web');
  requireListed(viewer, existing);
  const snapshots = existing === undefined ? [] : await services.catalog.listSnapshots([existing.id]);
  if (existing === undefined || !snapshots.some(({ generation }) => generation > 0))
    return { ...preview, indexed: undefined };
  const allowedAt = nextRefreshAt(services, snapshots, undefined);
  return { ...preview, indexed: { id: existing.id, refreshAllowedAt: allowedAt } };
}
