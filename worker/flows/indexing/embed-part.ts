/**
 * Chunks to vectors, a range of files at a time, from the stored rows. Files that the state before holds too have the vectors they
 * have there, and are not read. What is known by what was embedded is not embedded again,
 * whatever version or refresh it stands in. Vectors go with the chunks that have them, a slice at a time, so that a part cut off
 * anywhere leaves no vector nobody has, and when it is done again finds what it did. Where nothing embeds there is nothing to do.
 */

import type { CodeSample } from '../../core/chunk.ts';
import { meanVector, type EmbeddableText } from '../../core/embedding.ts';
import { embeddableId, embeddableTexts, type Embeddable } from '../../indexing/embeddable-texts.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { DenseSearch, VectorEntry, VectorKey } from '../../ports/vector-index.ts';
import { generationOf, vectorsOf, type Part } from './part.ts';
import { partInput, type EmbedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Texts embedded between two writes: what is lost when a part is cut off, and what one call to the index holds. */
const textsPerWrite = 500;

/** Adds the parts; a snapshot with nothing to embed has one part with nothing in it. */
export async function planEmbedding(services: Services, job: Job): Promise<void> {
  const { chunkStore, dense, jobParts, settings } = services;
  const other = dense === undefined ? undefined : await stateBefore(services, job);
  const ranges =
    dense === undefined
      ? []
      : await chunkStore.fileRanges(generationOf(job), settings.batch.embedChunks, other);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  const beside =
    other === undefined ? {} : { otherSnapshot: other.snapshot, otherGeneration: other.generation };
  await jobParts.add(
    { id: job.id, shard: job.shard },
    'embed',
    parts.map((input, part) => ({ part, input: { ...input, ...beside } })),
  );
}

/**
 * The published state most like what the job builds: the newest of the same version, failing that of the repository. None for what is
 * built anew, which is not trusted to what was there.
 */
async function stateBefore({ catalog }: Services, job: Job): Promise<SnapshotKey | undefined> {
  if (job.generation > 1) return undefined;
  const snapshots = await catalog.listSnapshots([job.repositoryId]);
  const own = snapshots.find(({ number }) => number === job.snapshotNumber);
  const published = snapshots.filter(
    ({ number, generation }) => number !== job.snapshotNumber && generation > 0,
  );
  const before = published.find(({ ref }) => ref === own?.ref) ?? published[0];
  return before && { shard: job.shard, snapshot: before.number, generation: before.generation };
}

export async function embedPart(services: Services, { job, key, claimed, report }: Part): Promise<void> {
  const { chunkStore, dense, jobParts } = services;
  if (dense === undefined) return jobParts.finish(key, {});
  const input = partInput.embed(claimed);
  const taken = await takeOver(services, dense, { job, input });
  const chunks =
    taken === undefined
      ? await chunkStore.chunksOfRange(generationOf(job), input)
      : await chunkStore.chunksOfFiles(generationOf(job), taken.others);
  const chunksTaken = taken?.chunks ?? 0;
  await embedChunks(dense, vectorsOf(job), chunks, (share) =>
    report({ chunks: chunksTaken + Math.floor(chunks.length * share) }),
  );
  await jobParts.finish(key, { chunks: chunksTaken + chunks.length });
}

/** @returns how many chunks have got the vectors of another state, and the files that have not; undefined where that is none. */
async function takeOver(
  { chunkStore }: Services,
  { vectorIndex }: DenseSearch,
  { job, input }: { readonly job: Job; readonly input: EmbedInput },
) {
  if (input.other === undefined) return undefined;
  const other = { ...input.other, shard: job.shard };
  const files = await chunkStore.filesBeside(generationOf(job), other, input);
  const runs = files.flatMap(({ same }) => same ?? []);
  if (runs.length === 0 || !(await vectorIndex.takeOver(vectorsOf(job), other, runs))) return undefined;
  return {
    chunks: runs.reduce((sum, { count }) => sum + count, 0),
    others: files.filter(({ same }) => same === undefined).map(({ file }) => file),
  };
}

async function embedChunks(
  { embedder, vectorIndex }: DenseSearch,
  state: VectorKey,
  chunks: readonly ChunkRow[],
  report: (share: number) => void,
): Promise<void> {
  const wanted = await wantedVectors(embedder, chunks);
  const known = await vectorIndex.known(state, [...wanted.keys()]);
  const there = [...wanted.values()].filter(({ id }) => known.has(id));
  if (there.length > 0) await vectorIndex.add(state, { vectors: [], entries: there.flatMap(entriesOf) });
  let done = there.length;
  for (const slice of slicesOf([...wanted.values()].filter(({ id }) => !known.has(id)))) {
    const vectors = await embedded(embedder, slice);
    const entries = slice.filter(({ id }) => vectors.has(id)).flatMap(entriesOf);
    await vectorIndex.add(state, { vectors: [...vectors].map(([id, vector]) => ({ id, vector })), entries });
    done += slice.length;
    report(done / wanted.size);
  }
}

/** A vector to have, and the chunks that have it: the same text may stand in a file twice. */
interface WantedVector extends Pick<Embeddable, 'texts'> {
  readonly id: string;
  readonly entries: Omit<VectorEntry, 'id'>[];
}

/** The vectors chunks are to have, by the id of what is embedded. */
export async function wantedVectors(
  embedder: Embedder,
  chunks: readonly ChunkRow[],
): Promise<ReadonlyMap<string, WantedVector>> {
  const wanted = new Map<string, WantedVector>();
  let begun: { readonly path: string; readonly samples: readonly CodeSample[] } | undefined;
  for (const chunk of chunks) {
    const before = begun?.path === chunk.path ? begun.samples : [];
    if (chunk.metadata.samples !== undefined)
      begun = { path: chunk.path, samples: chunk.metadata.samples.slice(-1) };
    for (const embeddable of embeddableTexts(chunk, before)) {
      const id = await embeddableId(embedder.space, embeddable);
      const entry = { key: chunk.key, path: chunk.path, modality: embeddable.modality };
      const same = wanted.get(id);
      if (same === undefined) wanted.set(id, { id, texts: embeddable.texts, entries: [entry] });
      else same.entries.push(entry);
    }
  }
  return wanted;
}

function entriesOf({ id, entries }: WantedVector): VectorEntry[] {
  return entries.map((entry) => ({ ...entry, id }));
}

/** The vectors by id; without those of texts that hold nothing the model knows. */
async function embedded(
  embedder: Embedder,
  slice: readonly WantedVector[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = slice.flatMap((wanted) => wanted.texts);
  const each = await embedAll(embedder, texts);
  const vectors = new Map<string, Float32Array>();
  let at = 0;
  for (const { id, texts: own } of slice) {
    const vector = meanVector(each.slice(at, at + own.length));
    at += own.length;
    if (vector !== undefined) vectors.set(id, vector);
  }
  return vectors;
}

async function embedAll(
  embedder: Embedder,
  texts: readonly EmbeddableText[],
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += embedder.maxTexts)
    vectors.push(...(await embedder.embed(texts.slice(at, at + embedder.maxTexts))));
  return vectors;
}

/** Slices of `textsPerWrite` texts or a few more. */
function slicesOf(wanted: readonly WantedVector[]): WantedVector[][] {
  const slices: WantedVector[][] = [];
  let texts = textsPerWrite;
  for (const one of wanted) {
    if (texts >= textsPerWrite) {
      slices.push([]);
      texts = 0;
    }
    slices.at(-1)?.push(one);
    texts += one.texts.length;
  }
  return slices;
}
