/**
 * Looks whether all that is stored of a version is there, and makes what is not anew from the cached rows: its next generation, with the
 * edges, the vectors and the keyword index built beside what answers meanwhile. Nothing is uploaded or parsed again, and what was
 * embedded is not embedded again.
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import { modalities, unitVector } from '../../core/embedding.ts';
import { wantedVectors } from '../indexing/embed-part.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';

interface Damage {
  /** Paths: their text or symbols are gone or not whole. */
  readonly filesWithoutContent: readonly string[];
  readonly chunksNotIndexed: number;
  readonly keywordIndexBroken: boolean;
  readonly vectorsMissing: number;
  readonly edgesMissing: number;
}

interface Repair {
  readonly snapshotId: string;
  readonly found: Damage;
  readonly rebuilding: boolean;
  readonly done: readonly string[];
}

/** @throws AppError `version_busy`, and what `resolveSnapshot` throws */
export async function repairVersion(
  services: Services,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string },
): Promise<Repair> {
  const resolved = await resolveSnapshot(services, viewer, asked);
  // What is public may be read by everyone and changed by its owner alone.
  if (resolved.repository.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(asked.id)}.`);
  const { found, isRebuildNeeded } = await findDamage(services, resolved);
  const { filesWithoutContent: files } = found;
  if (!isRebuildNeeded && files.length === 0)
    return { snapshotId: resolved.snapshot.id, found, rebuilding: false, done: ['Everything is there.'] };
  if (!isRebuildNeeded || files.length === resolved.snapshot.counts.files)
    return { snapshotId: resolved.snapshot.id, found, rebuilding: false, done: [uploadAgain(files.length)] };
  await startRebuild(services, resolved);
  return {
    snapshotId: resolved.snapshot.id,
    found,
    rebuilding: true,
    done: [
      'Its keyword index, vectors and edges are made anew from the stored rows; what is there answers until then.',
      ...(files.length === 0 ? [] : [uploadAgain(files.length)]),
    ],
  };
}

function uploadAgain(files: number): string {
  return `What is stored of ${files} ${files === 1 ? 'file' : 'files'} is not whole and cannot be made anew: upload the version again.`;
}

/** Edges made from symbols that are not whole would be fewer than there are: nothing is rebuilt for missing symbols alone. */
async function findDamage(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<{ readonly found: Damage; readonly isRebuildNeeded: boolean }> {
  const { key, snapshot } = resolved;
  await services.chunkStore.dropDamagedChunks(key);
  const keys = await services.chunkStore.chunkKeys(key);
  const [withoutText, lackingSymbols, indexed, edgesMissing, vectorsMissing] = await Promise.all([
    services.chunkStore.filesNotWhole(key),
    services.chunkStore.filesLackingSymbols(key),
    services.textIndex.missing(key, keys),
    services.graphStore.edgesMissing(key, snapshot.counts.edges),
    missingVectors(services, resolved),
  ]);
  const found = {
    filesWithoutContent: [...new Set([...withoutText, ...lackingSymbols])].toSorted(),
    chunksNotIndexed: indexed.chunks,
    keywordIndexBroken: indexed.isBroken,
    vectorsMissing,
    edgesMissing,
  };
  const missing = withoutText.length + indexed.chunks + vectorsMissing + edgesMissing;
  return { found, isRebuildNeeded: indexed.isBroken || missing > 0 };
}

/** Of the vectors the chunks should have, those that a search cannot find; texts that hold nothing the model knows have none. */
async function missingVectors(services: Services, { key, repository }: ResolvedSnapshot): Promise<number> {
  const { dense, chunkStore, settings } = services;
  if (dense === undefined) return 0;
  const { embedder, vectorIndex } = dense;
  const state = { ...key, repository: repository.id };
  const probe = unitVector(new Float32Array(embedder.space.dimensions).fill(1));
  if (probe === undefined) return 0;
  let missing = 0;
  for (const range of await chunkStore.fileRanges(key, settings.batch.embedChunks)) {
    const wanted = [
      ...(
        await wantedVectors(embedder, await chunkStore.chunksOfRange({ ...key, damaged: new Set() }, range))
      ).values(),
    ];
    const there = new Map(
      await Promise.all(
        modalities.map(async (modality) => {
          const keys = wanted.flatMap(({ entries }) =>
            entries.filter((entry) => entry.modality === modality).map((entry) => entry.key),
          );
          const found = await vectorIndex.similarities(state, { vector: probe, modality }, keys);
          return [modality, found] as const;
        }),
      ),
    );
    const lost = wanted.filter(({ entries }) =>
      entries.some((entry) => there.get(entry.modality)?.has(entry.key) !== true),
    );
    for (const { texts } of lost) {
      const vectors = await embedder.embed(texts.slice(0, embedder.maxTexts));
      if (vectors.some((vector) => vector.some((value) => value !== 0))) missing += 1;
    }
  }
  return missing;
}

async function startRebuild(services: Services, { key, snapshot }: ResolvedSnapshot): Promise<void> {
  const { clock, catalog, jobParts, jobQueue } = services;
  const watched = { id: clock.newId(), shard: key.shard };
  await jobQueue.watch(watched);
  await jobParts.add(watched, 'fetch', [{ part: 0, input: { generation: key.generation } }]);
  const job = await catalog.addRebuild(key.snapshot, watched.id);
  if (job === undefined) {
    await jobParts.remove(watched);
    throw new AppError('version_busy', `Its status is ${snapshot.status}.`);
  }
  await jobQueue.watch(watched);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage: 'fetch', part: 0 }]);
}
