/**
 * Checks that all data of a version is stored. If data is missing, it builds a new generation from stored rows, with edges, vectors and
 * keyword index, while the current generation serves reads. Nothing is uploaded or parsed again, and stored embeddings are reused.
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import { modalities, unitVector } from '../../core/code/embedding.ts';
import { planVectors } from '../indexing/embed-part.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';
import { requirePermission } from '../identity/require-permission.ts';

interface Damage {
  /** Paths whose text or symbols are missing or incomplete. */
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

/** @throws AppError `version_busy`; also what `resolveSnapshot` throws */
export async function repairVersion(
  services: Services,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string },
): Promise<Repair> {
  const resolved = await resolveSnapshot(services, viewer, request);
  requirePermission(viewer, 'index', { id: request.id, repository: resolved.repository });
  const { found, isRebuildNeeded } = await findDamage(services, resolved);
  const { filesWithoutContent: files } = found;
  if (!isRebuildNeeded && files.length === 0)
    return { snapshotId: resolved.snapshot.id, found, rebuilding: false, done: ['All data is present.'] };
  if (!isRebuildNeeded || files.length === resolved.snapshot.counts.files)
    return {
      snapshotId: resolved.snapshot.id,
      found,
      rebuilding: false,
      done: [formatUploadAdvice(files.length)],
    };
  await startRebuild(services, resolved);
  return {
    snapshotId: resolved.snapshot.id,
    found,
    rebuilding: true,
    done: [
      'Rebuilding the keyword index, vectors and edges from stored rows. Searches use the current data until the rebuild finishes.',
      ...(files.length === 0 ? [] : [formatUploadAdvice(files.length)]),
    ],
  };
}

function formatUploadAdvice(files: number): string {
  return `The stored content of ${files} ${files === 1 ? 'file' : 'files'} is incomplete and cannot be rebuilt: upload the version again.`;
}

/** Missing symbols alone cause no rebuild, since edges rebuilt from incomplete symbols would be fewer than the current edges. */
async function findDamage(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<{ readonly found: Damage; readonly isRebuildNeeded: boolean }> {
  const { key, snapshot } = resolved;
  await services.chunkStore.dropDamagedChunks(key);
  const keys = await services.chunkStore.chunkKeys(key);
  const [withoutText, lackingSymbols, indexed, edgesMissing, vectorsMissing] = await Promise.all([
    services.chunkStore.incompleteFiles(key),
    services.chunkStore.filesMissingSymbols(key),
    services.textIndex.missing(key, keys),
    services.graphStore.edgesMissing(key, snapshot.counts.edges),
    countMissingVectors(services, resolved),
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

/** Counts expected vectors that a search cannot find. Texts without any word of the model's vocabulary have no vector. */
async function countMissingVectors(
  services: Services,
  { key, repository }: ResolvedSnapshot,
): Promise<number> {
  const { dense, chunkStore, settings } = services;
  if (dense === undefined) return 0;
  const { embedder, vectorIndex } = dense;
  const state = { ...key, repository: repository.id };
  const probe = unitVector(new Float32Array(embedder.space.dimensions).fill(1));
  if (probe === undefined) return 0;
  let missing = 0;
  for (const range of await chunkStore.fileRanges(key, settings.batch.embedChunks)) {
    const expected = [
      ...(
        await planVectors(embedder, await chunkStore.chunksOfRange({ ...key, damaged: new Set() }, range))
      ).values(),
    ];
    const findable = new Map(
      await Promise.all(
        modalities.map(async (modality) => {
          const keys = expected.flatMap(({ entries }) =>
            entries.filter((entry) => entry.modality === modality).map((entry) => entry.key),
          );
          const found = await vectorIndex.similarities(state, { vector: probe, modality }, keys);
          return [modality, found] as const;
        }),
      ),
    );
    const absent = expected.filter(({ entries }) =>
      entries.some((entry) => findable.get(entry.modality)?.has(entry.key) !== true),
    );
    for (const { texts } of absent) {
      const vectors = await embedder.embed(texts.slice(0, embedder.maxTexts));
      if (vectors.some((vector) => vector.some((value) => value !== 0))) missing += 1;
    }
  }
  return missing;
}

async function startRebuild(services: Services, { key, snapshot }: ResolvedSnapshot): Promise<void> {
  const { clock, catalog, jobParts, jobQueue } = services;
  const rebuild = { id: clock.newId(), shard: key.shard };
  await jobQueue.watch(rebuild);
  await jobParts.add(rebuild, 'fetch', [{ part: 0, input: { generation: key.generation } }]);
  const job = await catalog.addRebuild(key.snapshot, rebuild.id);
  if (job === undefined) {
    await jobParts.remove(rebuild);
    throw new AppError('version_busy', `Its status is ${snapshot.status}.`);
  }
  await jobQueue.watch(rebuild);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage: 'fetch', part: 0 }]);
}
