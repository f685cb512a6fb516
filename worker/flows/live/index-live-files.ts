/**
 * Indexes the files fetched for a live question with the same stages as any snapshot, one part after another while the question waits. A
 * sweep resumes an interrupted job.
 */

import { AppError } from '../../core/errors.ts';
import { hostedContentScope } from '../../core/repositories/content-scope.ts';
import type { Snapshot } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { PartKey } from '../../ports/job-parts.ts';
import { collectionFingerprint } from '../indexing/collection-fingerprint.ts';
import { runPart } from '../indexing/run-job.ts';
import type { FetchedFile } from './fetch-live-files.ts';
import { liveName, type LiveTarget } from './resolve-live-source.ts';
import { packLive } from './live-pack.ts';
import { jobBlobPrefix } from '../indexing/stage-part.ts';
import { encodeLiveInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import { startIndexing } from '../indexing/start-indexing.ts';

/** Maximum attempts at one part. More would not help, since no host is involved, and the user can ask again. */
const maxAttempts = 2;
/** Large batches make few parts. Each part takes a dozen database calls, for which the user waits. */
const largeBatches = { packBytes: 600_000, indexChunks: 1_000 };

const liveVisibility = 'private';

interface LiveFiles {
  /** The new files. */
  readonly files: readonly FetchedFile[];
  /** The snapshot to add them to. */
  readonly base: Snapshot | undefined;
  readonly totalFiles: number | undefined;
}

/**
 * @returns the ready snapshot
 * @throws AppError `indexing_failed` | `not_ready`, and any error that a part throws
 */
export async function indexLiveFiles(
  services: Services,
  viewer: Viewer,
  target: LiveTarget,
  { files, base, totalFiles }: LiveFiles,
): Promise<Snapshot> {
  const pending: PartKey[] = [];
  const { jobQueue, settings } = services;
  const liveServices: Services = {
    ...services,
    settings: { ...settings, batch: { ...settings.batch, ...largeBatches } },
    jobQueue: { ...jobQueue, wake: (parts) => Promise.resolve(void pending.push(...parts)) },
  };
  const started = await startIndexing(liveServices, viewer, {
    name: liveName(target.name),
    ref: target.ref,
    commit: target.commit,
    subdirectory: target.subdirectory,
    shard: target.liveRepository?.shard,
    hosted: describeHosted(target, totalFiles),
    prepare: async ({ id }) => {
      const pack = `${jobBlobPrefix(id)}live`;
      await services.blobStore.put(pack, packLive(files));
      const { commit } = target;
      return encodeLiveInput({ pack, commit, base: base && toBase(base) });
    },
  });
  await runAll(liveServices, pending);
  return requireReady(services, started);
}

/** Returns the earlier snapshot unless another build or other settings produced it, or its content is stored in another scope. */
export async function usableBase(
  services: Services,
  viewer: Viewer,
  { base, subdirectory, hosted }: Pick<LiveTarget, 'base' | 'subdirectory' | 'hosted'>,
): Promise<Snapshot | undefined> {
  if (base === undefined) return undefined;
  const scope = hostedContentScope({ owner: viewer.id, visibility: liveVisibility }, hosted.isPrivate);
  const fingerprint = await collectionFingerprint(services, { subdirectory, scope });
  return base.collectedBy === fingerprint ? base : undefined;
}

function describeHosted({ hosted, subdirectory }: LiveTarget, totalFiles: number | undefined) {
  const { owner, name, id: hostId, isPrivate } = hosted;
  return {
    source: { kind: 'live', owner, name, hostId, subdirectory, ofFiles: totalFiles },
    history: 'none',
    etag: undefined,
    visibility: liveVisibility,
    isPrivate,
  } as const;
}

function toBase({ number, generation }: Snapshot) {
  return { snapshot: number, generation };
}

/** Runs all parts. A failed part, which its handler has released, runs once more. */
async function runAll(services: Services, pending: PartKey[]): Promise<void> {
  const failures = new Map<string, number>();
  for (let part = pending.shift(); part !== undefined; part = pending.shift())
    try {
      await runPart(services, part);
    } catch (thrown) {
      const name = `${part.stage} ${part.part}`;
      const attempts = (failures.get(name) ?? 0) + 1;
      if (attempts >= maxAttempts) throw thrown;
      failures.set(name, attempts);
      pending.push(part);
    }
}

async function requireReady(
  { catalog }: Services,
  started: { readonly id: string; readonly snapshotId: string },
): Promise<Snapshot> {
  const snapshots = await catalog.listSnapshots([started.id]);
  const snapshot = snapshots.find(({ id }) => id === started.snapshotId);
  if (snapshot !== undefined && snapshot.generation > 0) return snapshot;
  if (snapshot?.error === undefined)
    throw new AppError(
      'not_ready',
      'The files fetched for the question are still being indexed. Retry in a few seconds.',
    );
  const { code, message, fix } = snapshot.error;
  throw new AppError('indexing_failed', `${message} ${fix}`, { details: { status: 'failed', code } });
}
