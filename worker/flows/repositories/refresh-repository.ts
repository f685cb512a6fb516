/** Brings a version of a repository that lies on a host to what the host has now. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import type { HistoryDepth } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import { addWebDocs } from '../crawl/add-web-docs.ts';
import { findVersion, listVersions, type Version } from '../versions/list-versions.ts';
import { describeFor } from '../github/host-access.ts';
import { bringUpToDate, type Refreshed } from './hosted-version.ts';
import type { Services } from '../services.ts';

export interface Refresh {
  readonly id: string;
  /** As in every read; the one read by default where it is left out, or, where the host has that no more, the default branch. */
  readonly version: string | undefined;
}

/** @throws AppError `repository_not_found` | `version_not_found` | `invalid_request` (it was uploaded) | `refresh_too_soon` */
export async function refreshRepository(
  services: Services,
  viewer: Viewer,
  { id, version }: Refresh,
): Promise<Refreshed> {
  const { repository, ref, history, subdirectory } = await refreshed(services, viewer, { id, version });
  // What is public may be read by everyone and changed by its owner alone.
  if (repository.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  try {
    return await refreshHosted(services, repository, { ref, history, subdirectory, isPerson: true });
  } catch (thrown) {
    const isGone = thrown instanceof AppError && thrown.code === 'ref_not_found';
    // The branch read by default was renamed or removed over there.
    if (isGone && version === undefined)
      return refreshDefaultBranch(services, repository, { isPerson: true });
    throw thrown;
  }
}

/** The branch the host names as its default by now, with as much of the past as before. @throws as below */
export async function refreshDefaultBranch(
  services: Services,
  repository: Repository,
  { isPerson }: Pick<Meant, 'isPerson'>,
): Promise<Refreshed> {
  const [newest] = await services.catalog.listSnapshots([repository.id]);
  const meant = { ref: undefined, history: undefined, subdirectory: newest?.subdirectory, isPerson };
  return refreshHosted(services, repository, meant);
}

interface Found extends Pick<Meant, 'ref' | 'history' | 'subdirectory'> {
  readonly repository: Repository;
}

async function refreshed(services: Services, viewer: Viewer, { id, version }: Refresh): Promise<Found> {
  const found =
    version === undefined
      ? await defaultVersion(services, viewer, id)
      : await findVersion(services, viewer, { id, version });
  const meant = found.version;
  const { history, ref, subdirectory } = meant?.snapshot ?? {
    history: undefined,
    ref: undefined,
    subdirectory: undefined,
  };
  return { repository: found.repository, ref, history, subdirectory };
}

async function defaultVersion(services: Services, viewer: Viewer, id: string) {
  const { repository, versions } = await listVersions(services, viewer, id);
  const version: Version | undefined = versions[0];
  return { repository, version };
}

interface Meant {
  /** The default branch where undefined. */
  readonly ref: string | undefined;
  /** As is held of that ref where undefined. */
  readonly history: HistoryDepth | undefined;
  readonly subdirectory: string | undefined;
  readonly isPerson: boolean;
}

/** As its owner, whoever asks. @throws as above, and what the host throws */
async function refreshHosted(
  services: Services,
  repository: Repository,
  { ref, history, subdirectory, isPerson }: Meant,
): Promise<Refreshed> {
  const { source } = repository;
  if (source.kind === 'web')
    return addWebDocs(services, { id: repository.owner }, { start: source.start, ref });
  if (source.kind !== 'github')
    throw new AppError('invalid_request', 'It was uploaded and lies on no host: upload it again.');
  const viewer = { id: repository.owner };
  const { repository: hosted, access } = await describeFor(services, viewer, source);
  if (hosted.id !== source.hostId)
    throw new AppError(
      'source_not_found',
      `Another repository is called ${source.owner}/${source.name} by now: add that one anew.`,
    );
  const wanted = ref ?? hosted.defaultBranch;
  const suffix = subdirectory === undefined ? '' : `/${subdirectory}`;
  const name = `${hosted.owner}/${hosted.name}${suffix}`;
  if (name !== repository.name)
    await services.catalog.renameHosted(repository.id, name, {
      kind: 'github',
      owner: hosted.owner,
      name: hosted.name,
      hostId: hosted.id,
    });
  // The name may be another's by now: then it stays what it was.
  const renamed = (await services.catalog.findRepository(viewer, name, 'github'))?.id === repository.id;
  return bringUpToDate(services, viewer, {
    name: renamed ? name : repository.name,
    hosted,
    access,
    subdirectory,
    ref: wanted,
    history: history ?? (await heldHistory(services, repository, wanted)),
    repository,
    isPerson,
    visibility: repository.visibility,
  });
}

/** Of a ref that is new here, such as a default branch that was renamed, as of what was added last. */
async function heldHistory(
  { catalog }: Services,
  { id }: Repository,
  ref: string,
): Promise<HistoryDepth | undefined> {
  const snapshots = await catalog.listSnapshots([id]);
  return (snapshots.find((one) => one.ref === ref) ?? snapshots[0])?.history;
}
