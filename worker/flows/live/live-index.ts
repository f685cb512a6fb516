/**
 * Files fetched for a question become a snapshot by the stages every other goes through, one part after another while the question waits.
 * Cut off, the job is swept and goes on as any other.
 */

import { AppError } from '../../core/errors.ts';
import type { Snapshot } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { PartKey } from '../../ports/job-queue.ts';
import { collectedBy } from '../indexing/collected-by.ts';
import { runPart } from '../indexing/run-job.ts';
import type { FetchedFile } from './live-fetch.ts';
import { liveName, type LiveFound } from './live-find.ts';
import { packLive } from './live-pack.ts';
import { blobPrefix } from '../indexing/part.ts';
import { liveInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import { startIndexing } from '../indexing/start-indexing.ts';

/** Tries of one part: a host is not asked, and whoever waits asks again. */
const mostTries = 2;
/** Few files need few parts: each is a dozen calls of the database, which whoever asked waits for. */
const inOnePart = { packBytes: 600_000, indexChunks: 1_000 };

interface LiveFiles {
  /** Those that are new. */
  readonly files: readonly FetchedFile[];
  /** The state that is added to. */
  readonly base: Snapshot | undefined;
  readonly ofFiles: number | undefined;
}

/** @returns the snapshot, ready @throws AppError of what made it fail */
export async function indexLive(
  services: Services,
  viewer: Viewer,
  found: LiveFound,
  { files, base, ofFiles }: LiveFiles,
): Promise<Snapshot> {
  const woken: PartKey[] = [];
  const { jobQueue, settings } = services;
  const here: Services = {
    ...services,
    settings: { ...settings, batch: { ...settings.batch, ...inOnePart } },
    jobQueue: { ...jobQueue, wake: (parts) => Promise.resolve(void woken.push(...parts)) },
  };
  const started = await startIndexing(here, viewer, {
    name: liveName(found.name),
    ref: found.ref,
    commit: found.commit,
    subdirectory: found.subdirectory,
    shard: found.known?.shard,
    hosted: hostedOf(found, ofFiles),
    prepare: async ({ id }) => {
      const pack = `${blobPrefix(id)}live`;
      await services.blobStore.put(pack, packLive(files));
      const { commit } = found;
      return liveInput({ pack, commit, base: base && keyOf(base) });
    },
  });
  await runAll(here, woken);
  return readyOf(services, started);
}

/** A state made by another build, or with other settings, is not added to. */
export async function usableBase(
  services: Services,
  { base, subdirectory }: Pick<LiveFound, 'base' | 'subdirectory'>,
): Promise<Snapshot | undefined> {
  if (base === undefined) return undefined;
  return base.collectedBy === (await collectedBy(services, subdirectory)) ? base : undefined;
}

function hostedOf({ hosted, subdirectory }: LiveFound, ofFiles: number | undefined) {
  const { owner, name, id: hostId, isPrivate } = hosted;
  return {
    source: { kind: 'live', owner, name, hostId, subdirectory, ofFiles },
    history: 'none',
    etag: undefined,
    visibility: 'private',
    isPrivate,
  } as const;
}

function keyOf({ number, generation }: Snapshot) {
  return { snapshot: number, generation };
}

/** What fails is given back by its handler, and tried once more. */
async function runAll(services: Services, woken: PartKey[]): Promise<void> {
  const failures = new Map<string, number>();
  for (let part = woken.shift(); part !== undefined; part = woken.shift())
    try {
      await runPart(services, part);
    } catch (thrown) {
      const name = `${part.stage} ${part.part}`;
      const tries = (failures.get(name) ?? 0) + 1;
      if (tries >= mostTries) throw thrown;
      failures.set(name, tries);
      woken.push(part);
    }
}

async function readyOf(
  { catalog }: Services,
  started: { readonly id: string; readonly snapshotId: string },
): Promise<Snapshot> {
  const snapshots = await catalog.listSnapshots([started.id]);
  const snapshot = snapshots.find(({ id }) => id === started.snapshotId);
  if (snapshot !== undefined && snapshot.generation > 0) return snapshot;
  if (snapshot?.error === undefined)
    throw new AppError('not_ready', 'The files fetched for the question are still being read.');
  const { code, message, fix } = snapshot.error;
  throw new AppError('indexing_failed', `${message} ${fix}`, { details: { status: 'failed', code } });
}
