/** Adds a repository by what a person pasted; what is there already is brought up to date. */

import { readSource } from '../../core/read-source.ts';
import type { HistoryDepth } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import { addWebDocs } from '../crawl/add-web-docs.ts';
import { findHosted } from './find-hosted.ts';
import { bringUpToDate, type Refreshed } from './hosted-version.ts';
import type { Services } from '../services.ts';

interface SourceAddition {
  /** As pasted. */
  readonly source: string;
  /** Goes before one that is part of what was pasted. */
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  readonly history: HistoryDepth | undefined;
}

/** @throws AppError `source_invalid` | `source_not_found` | `ref_not_found` | `refresh_too_soon`, and what the host throws */
export async function addFromSource(
  services: Services,
  viewer: Viewer,
  addition: SourceAddition,
): Promise<Refreshed> {
  const pasted = readSource(addition.source);
  if (pasted.kind === 'web') return addWebDocs(services, viewer, { start: pasted.start, ref: addition.ref });
  const found = await findHosted(services, viewer, pasted, addition);
  return bringUpToDate(services, viewer, {
    ...found,
    ref: found.ref ?? found.hosted.defaultBranch,
    history: addition.history,
    isPerson: true,
    visibility: found.repository?.visibility ?? 'private',
  });
}
