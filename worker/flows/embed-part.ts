/**
 * Chunks to vectors, a range of files at a time, from the stored rows. What is known by what was embedded is not embedded again,
 * whatever version or refresh it stands in. Vectors go with the chunks that have them, a slice at a time, so that a part cut off
 * anywhere leaves no vector nobody has, and when it is done again finds what it did. Where nothing embeds there is nothing to do.
 */

import type { CodeSample } from '../core/chunk.ts';
import { meanVector, type EmbeddableText } from '../core/embedding.ts';
import { embeddableId, embeddableTexts, type Embeddable } from '../indexing/embeddable-texts.ts';
import type { Job } from '../ports/catalog.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { DenseSearch, VectorEntry, VectorKey } from '../ports/vector-index.ts';
import { generationOf, vectorsOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from './services.ts';

/** Texts embedded between two writes: what is lost when a part is cut off, and what one call to the index holds. */
const textsPerWrite = 500;

/** Adds the parts; a snapshot with nothing to embed has one part with nothing in it. */
export async function planEmbedding(services: Services, job: Job): Promise<void> {
  const ranges =
    services.dense === undefined
      ? []
      : await services.chunkStore.fileRanges(generationOf(job), services.settings.batch.embedChunks);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  await services.jobParts.add(
    { id: job.id, shard: job.shard },
    'embed',
    parts.map((input, part) => ({ part, input: { ...input } })),
  );
}

export async function embedPart(services: Services, { job, key, claimed, report }: Part): Promise<void> {
  const { chunkStore, dense, jobParts } = services;
  if (dense === undefined) return jobParts.finish(key, {});
  const chunks = await chunkStore.chunksOfRange(generationOf(job), partInput.embed(claimed));
  await embedChunks(dense, vectorsOf(job), chunks, (share) =>
    report({ chunks: Math.floor(chunks.length * share) }),
  );
  await jobParts.finish(key, { chunks: chunks.length });
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
export interface WantedVector extends Pick<Embeddable, 'texts'> {
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
