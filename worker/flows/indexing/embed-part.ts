/**
 * Embeds chunks, one range of files per part, from stored rows. Unchanged files copy their vectors from an earlier snapshot, and no text is
 * embedded twice. Vectors are written in slices together with their entries, so an interrupted part leaves no unreferenced vectors, and a
 * repeated part reuses the vectors that it has written. Without an embedder the stage does nothing.
 */

import type { CodeSample } from '../../core/code/chunk.ts';
import { meanVector, type EmbeddableText } from '../../core/code/embedding.ts';
import { embeddableId, embeddableTexts, type Embeddable } from '../../indexing/embeddable-texts.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { DenseSearch, VectorEntry, VectorKey } from '../../ports/vector-index.ts';
import { generationKey, vectorKey, type StagePart } from './stage-part.ts';
import { partInput, type EmbedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Texts embedded between two writes. An interrupted part loses at most this many, and one call to the index contains about this many. */
const textsPerWrite = 500;

/** Adds the parts. A snapshot with nothing to embed gets one empty part. */
export async function planEmbedding(services: Services, job: Job): Promise<void> {
  const { chunkStore, dense, jobParts, settings } = services;
  const other = dense === undefined ? undefined : await findReusableSnapshot(services, job);
  const ranges =
    dense === undefined
      ? []
      : await chunkStore.fileRanges(generationKey(job), settings.batch.embedChunks, other);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  const reused =
    other === undefined ? {} : { otherSnapshot: other.snapshot, otherGeneration: other.generation };
  await jobParts.add(
    { id: job.id, shard: job.shard },
    'embed',
    parts.map((input, part) => ({ part, input: { ...input, ...reused } })),
  );
}

/**
 * Finds the published snapshot that is probably most similar to the new one: the newest of the same version, otherwise of the repository.
 * A rebuild reuses none, because it does not trust stored data.
 */
async function findReusableSnapshot({ catalog }: Services, job: Job): Promise<SnapshotKey | undefined> {
  if (job.generation > 1) return undefined;
  const snapshots = await catalog.listSnapshots([job.repositoryId]);
  const current = snapshots.find(({ number }) => number === job.snapshotNumber);
  const published = snapshots.filter(
    ({ number, generation }) => number !== job.snapshotNumber && generation > 0,
  );
  const before = published.find(({ ref }) => ref === current?.ref) ?? published[0];
  return before && { shard: job.shard, snapshot: before.number, generation: before.generation };
}

export async function embedPart(services: Services, { job, key, claimed, report }: StagePart): Promise<void> {
  const { chunkStore, dense, jobParts } = services;
  if (dense === undefined) return jobParts.finish(key, {});
  const input = partInput.embed(claimed);
  const reused = await reuseVectors(services, dense, { job, input });
  const chunks =
    reused === undefined
      ? await chunkStore.chunksOfRange(generationKey(job), input)
      : await chunkStore.chunksOfFiles(generationKey(job), reused.others);
  const chunksReused = reused?.chunks ?? 0;
  await embedChunks(dense, vectorKey(job), chunks, (fraction) =>
    report({ chunks: chunksReused + Math.floor(chunks.length * fraction) }),
  );
  await jobParts.finish(key, { chunks: chunksReused + chunks.length });
}

/** @returns how many chunks reuse vectors of another snapshot, and the files that do not; undefined if no chunk does */
async function reuseVectors(
  { chunkStore }: Services,
  { vectorIndex }: DenseSearch,
  { job, input }: { readonly job: Job; readonly input: EmbedInput },
) {
  if (input.other === undefined) return undefined;
  const other = { ...input.other, shard: job.shard };
  const files = await chunkStore.compareFiles(generationKey(job), other, input);
  const runs = files.flatMap(({ same }) => same ?? []);
  if (runs.length === 0 || !(await vectorIndex.copyEntries(vectorKey(job), other, runs))) return undefined;
  return {
    chunks: runs.reduce((sum, { count }) => sum + count, 0),
    others: files.filter(({ same }) => same === undefined).map(({ file }) => file),
  };
}

async function embedChunks(
  { embedder, vectorIndex }: DenseSearch,
  state: VectorKey,
  chunks: readonly ChunkRow[],
  report: (fraction: number) => void,
): Promise<void> {
  const planned = await planVectors(embedder, chunks);
  const known = await vectorIndex.known(state, [...planned.keys()]);
  const stored = [...planned.values()].filter(({ id }) => known.has(id));
  if (stored.length > 0) await vectorIndex.add(state, { vectors: [], entries: stored.flatMap(toEntries) });
  let done = stored.length;
  for (const slice of splitIntoSlices([...planned.values()].filter(({ id }) => !known.has(id)))) {
    const vectors = await embedSlice(embedder, slice);
    const entries = slice.filter(({ id }) => vectors.has(id)).flatMap(toEntries);
    await vectorIndex.add(state, { vectors: [...vectors].map(([id, vector]) => ({ id, vector })), entries });
    done += slice.length;
    report(done / planned.size);
  }
}

/** A vector to store, and the chunks that share it, since the same text may occur several times. */
interface PlannedVector extends Pick<Embeddable, 'texts'> {
  readonly id: string;
  readonly entries: Omit<VectorEntry, 'id'>[];
}

/** Lists the vectors that chunks should have, by the id of the embedded text. */
export async function planVectors(
  embedder: Embedder,
  chunks: readonly ChunkRow[],
): Promise<ReadonlyMap<string, PlannedVector>> {
  const planned = new Map<string, PlannedVector>();
  // A code sample may continue in the next chunk of the same file.
  let last: { readonly path: string; readonly samples: readonly CodeSample[] } | undefined;
  for (const chunk of chunks) {
    const before = last?.path === chunk.path ? last.samples : [];
    if (chunk.metadata.samples !== undefined)
      last = { path: chunk.path, samples: chunk.metadata.samples.slice(-1) };
    for (const embeddable of embeddableTexts(chunk, before)) {
      const id = await embeddableId(embedder.space, embeddable);
      const entry = { key: chunk.key, path: chunk.path, modality: embeddable.modality };
      const same = planned.get(id);
      if (same === undefined) planned.set(id, { id, texts: embeddable.texts, entries: [entry] });
      else same.entries.push(entry);
    }
  }
  return planned;
}

function toEntries({ id, entries }: PlannedVector): VectorEntry[] {
  return entries.map((entry) => ({ ...entry, id }));
}

/** Embeds the texts and returns the vectors by id. A text without any word of the model's vocabulary has none. */
async function embedSlice(
  embedder: Embedder,
  slice: readonly PlannedVector[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = slice.flatMap((planned) => planned.texts);
  const textVectors = await embedAll(embedder, texts);
  const vectors = new Map<string, Float32Array>();
  let offset = 0;
  for (const { id, texts: parts } of slice) {
    const vector = meanVector(textVectors.slice(offset, offset + parts.length));
    offset += parts.length;
    if (vector !== undefined) vectors.set(id, vector);
  }
  return vectors;
}

async function embedAll(
  embedder: Embedder,
  texts: readonly EmbeddableText[],
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let index = 0; index < texts.length; index += embedder.maxTexts)
    vectors.push(...(await embedder.embed(texts.slice(index, index + embedder.maxTexts))));
  return vectors;
}

/** Creates slices of `textsPerWrite` texts, or a few more, since the texts of one vector stay together. */
function splitIntoSlices(planned: readonly PlannedVector[]): PlannedVector[][] {
  const slices: PlannedVector[][] = [];
  let texts = textsPerWrite;
  for (const vector of planned) {
    if (texts >= textsPerWrite) {
      slices.push([]);
      texts = 0;
    }
    slices.at(-1)?.push(vector);
    texts += vector.texts.length;
  }
  return slices;
}
