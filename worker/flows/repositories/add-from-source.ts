/** Adds the repository or documentation site that a user pasted, or refreshes it if it is already indexed. */

import { readSource } from '../../core/repositories/read-source.ts';
import type { HistoryDepth } from '../../core/repositories/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import { addWebDocs } from '../crawl/add-web-docs.ts';
import { resolveHostedSource } from './resolve-hosted-source.ts';
import { updateHostedVersion, type RefreshResult } from './update-hosted-version.ts';
import { requireListed, requireListedSource } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

interface SourceAddition {
  /** The source as the user pasted it. */
  readonly source: string;
  /** Takes precedence over a ref in the pasted text. */
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  readonly history: HistoryDepth | undefined;
}

/** @throws AppError `source_invalid` | `not_allowed` | `source_not_found` | `ref_not_found` | `refresh_too_soon`; also what the host throws */
export async function addFromSource(
  services: Services,
  viewer: Viewer,
  addition: SourceAddition,
): Promise<RefreshResult> {
  const pasted = readSource(addition.source);
  if (pasted.kind === 'web') return addWebDocs(services, viewer, { start: pasted.start, ref: addition.ref });
  await requireListedSource(services, viewer, pasted);
  const found = await resolveHostedSource(services, viewer, pasted, addition);
  requireListed(viewer, found.repository);
  return updateHostedVersion(services, viewer, {
    ...found,
    ref: found.ref ?? found.hosted.defaultBranch,
    history: addition.history,
    isUserRequest: true,
    visibility: found.repository?.visibility ?? 'private',
  });
}
