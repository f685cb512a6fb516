/** A version of a repository on a host: which it is over there, which is indexed, and the start of the job that brings it up to date. */

import { AppError } from '../../core/errors.ts';
import type { Repository, Snapshot, Status } from '../../core/repository.ts';
import type { HistoryDepth, HostedPlace } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRef, HostedRepository } from '../../ports/code-host.ts';
import { requireRefreshAllowed } from './add-repository.ts';
import { collectedBy } from '../indexing/collected-by.ts';
import { beginHostHistoryAgain } from '../host-history/begin-host-history.ts';
import type { ViewerAccess } from '../github/host-access.ts';
import { hostedInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import { startIndexing } from '../indexing/start-indexing.ts';

export interface Refreshed {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: Status;
  /** Set where what is indexed, or on its way, is what the host has: nothing was done. */
  readonly unchanged?: true;
}

interface HostedVersion {
  readonly name: string;
  readonly hosted: HostedRepository;
  readonly access: ViewerAccess;
  readonly subdirectory: string | undefined;
  readonly ref: string;
  /** As before where undefined. */
  readonly history: HistoryDepth | undefined;
  /** Where it is there already. */
  readonly repository: Repository | undefined;
  /** A person may not refresh as often as a push. */
  readonly isPerson: boolean;
  readonly visibility: Repository['visibility'];
}

/** @throws AppError `refresh_too_soon` | `ref_not_found`, and what the host throws */
export async function bringUpToDate(
  services: Services,
  viewer: Viewer,
  version: HostedVersion,
): Promise<Refreshed> {
  const { repository, hosted, access, ref } = version;
  if (repository !== undefined) await noteWhoMayRead(services, repository, hosted);
  const snapshots = repository === undefined ? [] : await services.catalog.listSnapshots([repository.id]);
  // Only what the host delivered is compared with the host: an upload states its commit itself, and nobody checks it.
  const own = snapshots.filter((one) => one.ref === ref && one.history !== undefined);
  const base = own.find(({ generation }) => generation > 0);
  const [newest] = own;
  const place: HostedPlace = { owner: hosted.owner, name: hosted.name };
  const history = version.history ?? newest?.history ?? 'recent';
  const isDone =
    newest !== undefined &&
    newest.status !== 'failed' &&
    !isDeeper(history, newest.history) &&
    (await isCurrent(services, newest));
  // An etag speaks of the newest state asked for; one that failed, or whose past is to reach further back, is to be done again.
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
    // Its files are those over there; its past may lack what can be had by now.
    const hasBegun = await beginHostHistoryAgain(services, { repository, snapshot: newest });
    return hasBegun ? same : { ...same, unchanged: true };
  }
  if (found === 'unchanged')
    throw new AppError('host_unavailable', 'GitHub says that nothing has changed of what is not known.');
  if (repository !== undefined && version.isPerson) await requireRefreshAllowed(services, repository.id, ref);
  const started = await start(services, viewer, { version, history, found, base });
  if (repository === undefined && isDefault)
    await services.catalog.noteHostHead(started.id, { ref, commit: found.commit });
  return started;
}

/** Indexed by the rules of this build, those of secrets among them; one that is still waiting will be. */
async function isCurrent(
  services: Services,
  { collectedBy: word, subdirectory }: Snapshot,
): Promise<boolean> {
  return word === undefined || word === (await collectedBy(services, subdirectory));
}

const reach: Readonly<Record<HistoryDepth, number>> = { none: 0, recent: 1, full: 2 };

/** Of what was uploaded nothing is fetched, as of `none`. */
function isDeeper(wanted: HistoryDepth, held: HistoryDepth | undefined): boolean {
  return reach[wanted] > reach[held ?? 'none'];
}

/** What everyone may read over there may have become one person's since, or the other way round. */
async function noteWhoMayRead(
  { catalog, clock }: Services,
  { id, access }: Repository,
  { isPrivate }: HostedRepository,
): Promise<void> {
  if (isPrivate === (access !== undefined)) return;
  await catalog.noteAccess(id, isPrivate ? { checkedAt: clock.now(), lostAt: undefined } : undefined);
}

interface Start {
  readonly version: HostedVersion;
  readonly history: HistoryDepth;
  readonly found: HostedRef;
  readonly base: Snapshot | undefined;
}

function start(
  services: Services,
  viewer: Viewer,
  { version, history, found, base }: Start,
): Promise<Refreshed> {
  const { hosted, name, subdirectory, ref } = version;
  const isBase = base !== undefined && base.collectedBy !== undefined && base.subdirectory === subdirectory;
  const input = hostedInput({
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
