/** What a pasted text is, before it is added: asked of its host, nothing stored. */

import { meantRepository } from '../../core/mistyped-address.ts';
import { readSource } from '../../core/read-source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRepository } from '../../ports/code-host.ts';
import { refreshAllowedAt } from './add-repository.ts';
import { docsAt } from '../crawl/add-web-docs.ts';
import { findHosted } from './find-hosted.ts';
import type { Services } from '../services.ts';
import type { CrawlLimits } from '../crawl/web-access.ts';

/** Of branches and of tags; a person types the others. */
const refsTold = 100;

export interface HostedPreview {
  readonly kind: 'github';
  readonly name: string;
  readonly hosted: HostedRepository;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** Where it is there already, the state that is read of that ref. */
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
  /** As it is called here, or will be. */
  readonly name: string;
  /** What is beyond is left out. */
  readonly limits: CrawlLimits;
  /** What was meant, where the address is nearly that of a repository on GitHub. */
  readonly didYouMean?: string | undefined;
  /** Where it is there already; and when it may be crawled again, in milliseconds since 1970, where not now. */
  readonly indexed: { readonly id: string; readonly refreshAllowedAt: number | undefined } | undefined;
}

/** @throws AppError `source_invalid` | `source_not_found` | `address_refused`, and what the host throws */
export async function previewSource(
  services: Services,
  viewer: Viewer,
  text: string,
): Promise<HostedPreview | WebPreview> {
  const pasted = readSource(text);
  if (pasted.kind === 'web') return previewDocs(services, viewer, pasted.start);
  const { hosted, access, name, repository, ref, subdirectory } = await findHosted(services, viewer, pasted);
  const { codeHost } = services.hosting;
  const { branches, tags } = await codeHost.refs(hosted, refsTold, access);
  const told = { kind: 'github', name, hosted, ref, subdirectory, branches, tags } as const;
  if (repository === undefined) return { ...told, indexed: undefined };
  const wanted = ref ?? hosted.defaultBranch;
  const snapshots = await services.catalog.listSnapshots([repository.id]);
  const read = snapshots.find((one) => one.ref === wanted && one.generation > 0);
  const now = await codeHost.resolve(hosted, wanted, { ...access, etag: read?.etag });
  const isBehind = now !== 'unchanged' && now.commit !== read?.commit;
  return { ...told, indexed: { id: repository.id, commit: read?.commit, isBehind } };
}

/** Nothing is asked of the site. */
async function previewDocs(services: Services, viewer: Viewer, start: string): Promise<WebPreview> {
  const { source, name } = docsAt(services, start);
  const didYouMean = meantRepository(new URL(source.start));
  const { limits } = services.web;
  const told = { kind: 'web', start: source.start, name, limits, didYouMean } as const;
  const known = await services.catalog.findRepository(viewer, name, 'web');
  const snapshots = known === undefined ? [] : await services.catalog.listSnapshots([known.id]);
  if (known === undefined || !snapshots.some((one) => one.generation > 0))
    return { ...told, indexed: undefined };
  const allowedAt = refreshAllowedAt(services, snapshots, undefined);
  return { ...told, indexed: { id: known.id, refreshAllowedAt: allowedAt } };
}
