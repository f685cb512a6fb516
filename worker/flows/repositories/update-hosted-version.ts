/** Compares the indexed commit of a version with its commit on the host, and starts a job when the version is out of date. */

import { AppError } from '../../core/errors.ts';
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
  /** Set when the indexed version, or the one being indexed, matches the host: nothing was done. */
  readonly unchanged?: true;
}

interface HostedVersionRequest {
  readonly name: string;
  readonly hosted: HostedRepository;
  readonly access: ViewerAccess;
  readonly subdirectory: string | undefined;
  readonly ref: string;
  /** The same depth as before when undefined. */
  readonly history: HistoryDepth | undefined;
  /** The repository, if it is already indexed. */
  readonly repository: Repository | undefined;
  /** A user's refreshes are limited; those of pushes and schedules are not. */
  readonly isUserRequest: boolean;
  readonly visibility: Repository['visibility'];
}

/** @throws AppError `refresh_too_soon` | `ref_not_found`, and what the host throws */
export async function updateHostedVersion(
  services: Services,
  viewer: Viewer,
  version: HostedVersionRequest,
): Promise<RefreshResult> {
  const { repository, hosted, access, ref } = version;
  if (repository !== undefined) await noteWhoMayRead(services, repository, hosted);
  const snapshots = repository === undefined ? [] : await services.catalog.listSnapshots([repository.id]);
  // Uploads are not compared with the host: they state their own commit, and nobody checks it.
  const own = snapshots.filter((one) => one.ref === ref && one.history !== undefined);
  const base = own.find(({ generation }) => generation > 0);
  const [newest] = own;
  const place: HostedLocation = { owner: hosted.owner, name: hosted.name };
  const history = version.history ?? newest?.history ?? 'recent';
  const isDone =
    newest !== undefined &&
    newest.status !== 'failed' &&
    !isDeeper(history, newest.history) &&
    (await isCurrent(services, newest));
  // An etag identifies the newest commit requested. A snapshot that failed, or whose history must reach further back, is indexed again.
  const etag = isDone ? newest.etag : undefined;
  const found = await services.hosting.codeHost.resolve(place, ref, { ...access, etag });
  const head = found === 'unchanged' ? newest?.commit : found.commit;
  const isDefault = ref === hosted.defaultBranch;
  if (repository !== undefined && isDefault) {
    await services.catalog.noteRefreshed(repository.id);
    if (head !== undefined) await services.catalog.noteHostHead(repository.id, { ref, commit: head });
  }
  const isSame = isDone && (found === 'unchanged' || found.commit === newest.commit);
  if (repository !== undefined && isSame) {
    if (found !== 'unchanged') await services.catalog.noteEtag(newest.number, found.etag);
    const same = { id: repository.id, snapshotId: newest.id, status: newest.status };
    // The files are current, but more of the history may be available by now.
    const hasBegun = await beginHostHistoryAgain(services, { repository, snapshot: newest });
    return hasBegun ? same : { ...same, unchanged: true };
  }
  if (found === 'unchanged')
    throw new AppError('host_unavailable', 'GitHub reported an unknown ref as unchanged.');
  if (repository !== undefined && version.isUserRequest)
    await requireRefreshAllowed(services, repository.id, ref);
  const started = await start(services, viewer, { version, history, found, base });
  if (repository === undefined && isDefault)
    await services.catalog.noteHostHead(started.id, { ref, commit: found.commit });
  return started;
}

/** Whether this build's rules, including those for secrets, indexed the snapshot. One that is still waiting will use them. */
async function isCurrent(
  services: Services,
  { collectedBy: word, subdirectory }: Snapshot,
): Promise<boolean> {
  return word === undefined || word === (await collectionFingerprint(services, subdirectory));
}

const reach: Readonly<Record<HistoryDepth, number>> = { none: 0, recent: 1, full: 2 };

/** An upload has no depth, which counts as `none`. */
function isDeeper(requested: HistoryDepth, indexed: HistoryDepth | undefined): boolean {
  return reach[requested] > reach[indexed ?? 'none'];
}

/** A repository may have become private or public on the host since. */
async function noteWhoMayRead(
  { catalog, clock }: Services,
  { id, access }: Repository,
  { isPrivate }: HostedRepository,
): Promise<void> {
  if (isPrivate === (access !== undefined)) return;
  await catalog.noteAccess(id, isPrivate ? { checkedAt: clock.now(), lostAt: undefined } : undefined);
}

interface Start {
  readonly version: HostedVersionRequest;
  readonly history: HistoryDepth;
  readonly found: HostedRef;
  readonly base: Snapshot | undefined;
}

function start(
  services: Services,
  viewer: Viewer,
  { version, history, found, base }: Start,
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
