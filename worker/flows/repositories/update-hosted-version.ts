/** Compares the indexed commit of a version with its commit on the host, and starts a job if the version is out of date. */

import { AppError } from '../../core/errors.ts';
import { hostedContentScope } from '../../core/repositories/content-scope.ts';
import type { Repository, Snapshot, Status } from '../../core/repositories/repository.ts';
import type { HistoryDepth, HostedLocation } from '../../core/repositories/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRef, HostedRepository } from '../../ports/code-host.ts';
import { requireRefreshAllowed } from './refresh-limit.ts';
import { collectionFingerprint } from '../indexing/collection-fingerprint.ts';
import { beginHostHistoryAgain } from '../host-history/begin-host-history.ts';
import type { ViewerAccess } from '../github/host-access.ts';
import { encodeHostedInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import { startIndexing } from '../indexing/start-indexing.ts';

export interface RefreshResult {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: Status;
  /** Set if the version that is indexed or being indexed matches the host, so that nothing was done. */
  readonly unchanged?: true;
}

interface HostedVersionRequest {
  readonly name: string;
  readonly hosted: HostedRepository;
  readonly access: ViewerAccess;
  readonly subdirectory: string | undefined;
  readonly ref: string;
  /** Undefined means the same depth as before. */
  readonly history: HistoryDepth | undefined;
  /** The repository, if it is already indexed. */
  readonly repository: Repository | undefined;
  /** Whether a user requested the refresh. The refresh limit applies only then. */
  readonly isUserRequest: boolean;
  readonly visibility: Repository['visibility'];
}

/** @throws AppError `refresh_too_soon` | `ref_not_found`; also what the host throws */
export async function updateHostedVersion(
  services: Services,
  viewer: Viewer,
  version: HostedVersionRequest,
): Promise<RefreshResult> {
  const { repository, hosted, access, ref } = version;
  if (repository !== undefined) await recordVisibility(services, repository, hosted);
  const snapshots = repository === undefined ? [] : await services.catalog.listSnapshots([repository.id]);
  // Uploads are not compared with the host, since they state their own commit, which is not verified.
  const refSnapshots = snapshots.filter((snapshot) => snapshot.ref === ref && snapshot.history !== undefined);
  const base = refSnapshots.find(({ generation }) => generation > 0);
  const [newest] = refSnapshots;
  const location: HostedLocation = { owner: hosted.owner, name: hosted.name };
  const history = version.history ?? newest?.history ?? 'recent';
  const isDone =
    newest !== undefined &&
    newest.status !== 'failed' &&
    !isDeeper(history, newest.history) &&
    (await isCurrent(
      services,
      newest,
      hostedContentScope(repository ?? { ...version, owner: viewer.id }, hosted.isPrivate),
    ));
  // An etag identifies the newest commit requested. A snapshot that failed, or whose history must reach further back, is indexed again.
  const etag = isDone ? newest.etag : undefined;
  const found = await services.hosting.codeHost.resolve(location, ref, { ...access, etag });
  const head = found === 'unchanged' ? newest?.commit : found.commit;
  const isDefault = ref === hosted.defaultBranch;
  if (repository !== undefined && isDefault) {
    await services.catalog.recordRefresh(repository.id);
    if (head !== undefined) await services.catalog.recordHostHead(repository.id, { ref, commit: head });
  }
  const isSame = isDone && (found === 'unchanged' || found.commit === newest.commit);
  if (repository !== undefined && isSame) {
    if (found !== 'unchanged') await services.catalog.recordEtag(newest.number, found.etag);
    const same = { id: repository.id, snapshotId: newest.id, status: newest.status };
    // The files are current, but more of the history may be available now.
    const hasBegun = await beginHostHistoryAgain(services, { repository, snapshot: newest });
    return hasBegun ? same : { ...same, unchanged: true };
  }
  if (found === 'unchanged')
    throw new AppError('host_unavailable', 'GitHub reported an unknown ref as unchanged.');
  if (repository !== undefined && version.isUserRequest)
    await requireRefreshAllowed(services, repository.id, ref);
  const started = await startHostedIndexing(services, viewer, { version, history, found, base });
  if (repository === undefined && isDefault)
    await services.catalog.recordHostHead(started.id, { ref, commit: found.commit });
  return started;
}

/**
 * Whether the snapshot was indexed with this build's rules, including those for secrets, and its content is stored in this scope. A snapshot
 * without a fingerprint will be.
 */
async function isCurrent(
  services: Services,
  { collectedBy: fingerprint, subdirectory }: Snapshot,
  scope: string,
): Promise<boolean> {
  if (fingerprint === undefined) return true;
  return fingerprint === (await collectionFingerprint(services, { subdirectory, scope }));
}

const depthOrder: Readonly<Record<HistoryDepth, number>> = { none: 0, recent: 1, full: 2 };

/** An upload has no depth, which is treated as `none`. */
function isDeeper(requested: HistoryDepth, indexed: HistoryDepth | undefined): boolean {
  return depthOrder[requested] > depthOrder[indexed ?? 'none'];
}

/** Records that a repository has become private or public on the host. */
async function recordVisibility(
  { catalog, clock }: Services,
  { id, access }: Repository,
  { isPrivate }: HostedRepository,
): Promise<void> {
  if (isPrivate === (access !== undefined)) return;
  await catalog.recordAccess(id, isPrivate ? { checkedAt: clock.now(), lostAt: undefined } : undefined);
}

interface HostedIndexing {
  readonly version: HostedVersionRequest;
  readonly history: HistoryDepth;
  readonly found: HostedRef;
  readonly base: Snapshot | undefined;
}

function startHostedIndexing(
  services: Services,
  viewer: Viewer,
  { version, history, found, base }: HostedIndexing,
): Promise<RefreshResult> {
  const { hosted, name, subdirectory, ref } = version;
  const isBase = base !== undefined && base.collectedBy !== undefined && base.subdirectory === subdirectory;
  const input = encodeHostedInput({
    owner: hosted.owner,
    name: hosted.name,
    commit: found.commit,
    viewer: viewer.id,
    base: isBase ? { snapshot: base.number, generation: base.generation, commit: base.commit } : undefined,
  });
  const { owner, name: hostedName, id: hostId, isPrivate } = hosted;
  return startIndexing(services, viewer, {
    name,
    ref,
    commit: found.commit,
    subdirectory,
    shard: version.repository?.shard,
    hosted: {
      source: { kind: 'github', owner, name: hostedName, hostId },
      history,
      etag: found.etag,
      visibility: version.visibility,
      isPrivate,
    },
    prepare: () => Promise.resolve(input),
  });
}
