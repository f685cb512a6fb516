/** Refreshes a version of a hosted repository or documentation site. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import type { HistoryDepth } from '../../core/repositories/source.ts';
import { actFor, type Viewer } from '../../core/viewer.ts';
import { addWebDocs } from '../crawl/add-web-docs.ts';
import { findVersion, listVersions, type Version } from '../versions/list-versions.ts';
import { describeForViewer } from '../github/host-access.ts';
import { updateHostedVersion, type RefreshResult } from './update-hosted-version.ts';
import type { Services } from '../services.ts';
import { requirePermission } from '../identity/require-permission.ts';

export interface Refresh {
  readonly id: string;
  /** The version to refresh. Undefined means the default version, or the default branch if the host no longer has that version. */
  readonly version: string | undefined;
}

/** @throws AppError `repository_not_found` | `version_not_found` | `invalid_request` (the repository was uploaded) | `refresh_too_soon` */
export async function refreshRepository(
  services: Services,
  viewer: Viewer,
  { id, version }: Refresh,
): Promise<RefreshResult> {
  const { repository, ref, history, subdirectory } = await findTarget(services, viewer, { id, version });
  requirePermission(viewer, 'index', { id, repository });
  try {
    return await refreshHosted(services, repository, { ref, history, subdirectory, isUserRequest: true });
  } catch (thrown) {
    const isGone = thrown instanceof AppError && thrown.code === 'ref_not_found';
    // The default version's branch was renamed or removed on the host.
    if (isGone && version === undefined)
      return refreshDefaultBranch(services, repository, { isUserRequest: true });
    throw thrown;
  }
}

/** Refreshes the host's current default branch with the same depth of history as before. @throws what `refreshHosted` throws */
export async function refreshDefaultBranch(
  services: Services,
  repository: Repository,
  { isUserRequest }: Pick<RefreshTarget, 'isUserRequest'>,
): Promise<RefreshResult> {
  const [newest] = await services.catalog.listSnapshots([repository.id]);
  const target = { ref: undefined, history: undefined, subdirectory: newest?.subdirectory, isUserRequest };
  return refreshHosted(services, repository, target);
}

interface RefreshSource extends Pick<RefreshTarget, 'ref' | 'history' | 'subdirectory'> {
  readonly repository: Repository;
}

async function findTarget(
  services: Services,
  viewer: Viewer,
  { id, version }: Refresh,
): Promise<RefreshSource> {
  const found =
    version === undefined
      ? await defaultVersion(services, viewer, id)
      : await findVersion(services, viewer, { id, version });
  const { history, ref, subdirectory } = found.version?.snapshot ?? {
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

interface RefreshTarget {
  /** Undefined means the default branch. */
  readonly ref: string | undefined;
  /** Undefined means the depth already stored for the ref. */
  readonly history: HistoryDepth | undefined;
  readonly subdirectory: string | undefined;
  readonly isUserRequest: boolean;
}

/** Acts as the repository's owner, regardless of who requests it. @throws AppError `invalid_request`; also what the host throws */
async function refreshHosted(
  services: Services,
  repository: Repository,
  { ref, history, subdirectory, isUserRequest }: RefreshTarget,
): Promise<RefreshResult> {
  const { source } = repository;
  if (source.kind === 'web')
    return addWebDocs(services, actFor({ id: repository.owner }), { start: source.start, ref });
  if (source.kind !== 'github')
    throw new AppError(
      'invalid_request',
      'The repository was uploaded, so there is no host to refresh it from.',
      { fix: 'Upload the repository again with the same name.' },
    );
  const viewer = actFor({ id: repository.owner });
  const { repository: hosted, access } = await describeForViewer(services, viewer, source);
  if (hosted.id !== source.hostId)
    throw new AppError(
      'source_not_found',
      `Another repository is now called ${source.owner}/${source.name}. Add it as a new repository.`,
    );
  const requestedRef = ref ?? hosted.defaultBranch;
  const suffix = subdirectory === undefined ? '' : `/${subdirectory}`;
  const name = `${hosted.owner}/${hosted.name}${suffix}`;
  if (name !== repository.name)
    await services.catalog.renameHosted(repository.id, name, {
      kind: 'github',
      owner: hosted.owner,
      name: hosted.name,
      hostId: hosted.id,
    });
  // If another repository has the new name, this one keeps its old name.
  const hasHostedName = (await services.catalog.findRepository(viewer, name, 'github'))?.id === repository.id;
  return updateHostedVersion(services, viewer, {
    name: hasHostedName ? name : repository.name,
    hosted,
    access,
    subdirectory,
    ref: requestedRef,
    history: history ?? (await storedHistoryDepth(services, repository, requestedRef)),
    repository,
    isUserRequest,
    visibility: repository.visibility,
  });
}

/** Returns the depth of the ref's history. A new ref, such as a renamed default branch, gets the depth of the newest snapshot. */
async function storedHistoryDepth(
  { catalog }: Services,
  { id }: Repository,
  ref: string,
): Promise<HistoryDepth | undefined> {
  const snapshots = await catalog.listSnapshots([id]);
  return (snapshots.find((snapshot) => snapshot.ref === ref) ?? snapshots[0])?.history;
}
