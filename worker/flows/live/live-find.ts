/** From what was pasted to a commit on the host to ask live, and to what of the repository is here already. */

import { AppError } from '../../core/errors.ts';
import { readSource } from '../../core/read-source.ts';
import type { Snapshot } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { findHosted, type FoundHosted } from '../repositories/find-hosted.ts';
import type { Services } from '../services.ts';

export interface LiveWanted {
  /** As pasted. */
  readonly source: string;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
}

export interface LiveFound extends Pick<FoundHosted, 'hosted' | 'access' | 'subdirectory'> {
  /** `owner/name`, and the folder where only that is meant. */
  readonly name: string;
  readonly ref: string;
  readonly commit: string;
  /** What was fetched for questions before, if it is here still. */
  readonly known: { readonly id: string; readonly shard: number } | undefined;
  /** Of it the newest state of this very commit that can be read. */
  readonly base: Snapshot | undefined;
}

/** What a viewer's fetched files of a repository are called here; no repository that is added is called so by its host. */
export function liveName(name: string): string {
  return `live:${name}`;
}

/** @throws AppError `source_invalid` (also of documentation on the web) | `source_not_found` | `ref_not_found`, and what the host throws */
export async function findLive(services: Services, viewer: Viewer, wanted: LiveWanted): Promise<LiveFound> {
  const pasted = readSource(wanted.source);
  if (pasted.kind === 'web')
    throw new AppError(
      'source_invalid',
      `${JSON.stringify(pasted.start.slice(0, 80))} is no repository on GitHub, which alone is asked live: add it instead.`,
    );
  const { hosted, access, subdirectory, name, ref } = await findHosted(services, viewer, pasted, wanted);
  const found = await services.hosting.codeHost.resolve(hosted, ref ?? hosted.defaultBranch, access);
  if (found === 'unchanged')
    throw new AppError('host_unavailable', 'GitHub says that nothing has changed of what is not known.');
  const known = await services.catalog.findRepository(viewer, liveName(name), 'live');
  const snapshots = known === undefined ? [] : await services.catalog.listSnapshots([known.id]);
  const { commit } = found;
  return {
    hosted,
    access,
    subdirectory,
    name,
    ref: ref ?? hosted.defaultBranch,
    commit,
    known,
    base: snapshots.find((one) => one.commit === commit && one.generation > 0),
  };
}
