/**
 * Chunks to the keyword index, a range of files at a time, from the stored rows: nothing is parsed again, and no text is split
 * whose terms are kept.
 */

import { indexTerms, pathTerms, termsVersion } from '../../indexing/index-terms.ts';
import type { Job } from '../../ports/catalog.ts';
import { generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Makes the generation's table and the parts that fill it; a snapshot of empty files has one part with nothing in it. */
export async function planIndexing(services: Services, job: Job): Promise<void> {
  const key = generationOf(job);
  await services.textIndex.create(key);
  const ranges = await services.textIndex.ranges(key, termsVersion, services.settings.batch.indexChunks);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  await services.jobParts.add(
    { id: job.id, shard: job.shard },
    'index',
    parts.map((input, part) => ({ part, input: { ...input } })),
  );
}

export async function indexPart(services: Services, { job, key, claimed }: Part): Promise<void> {
  const snapshot = generationOf(job);
  const found = await services.textIndex.files(snapshot, termsVersion, partInput.index(claimed));
  // What is built anew is not trusted to what was there.
  const files = job.generation === 1 ? found : found.map((file) => ({ ...file, isKept: false }));
  const unkept = new Map(files.filter((file) => !file.isKept).map(({ content, id }) => [content, id]));
  const chunks =
    unkept.size === 0 ? [] : await services.chunkStore.chunksOfFiles(snapshot, [...unkept.values()]);
  await services.textIndex.add(snapshot, key, {
    version: termsVersion,
    files: files.map(({ id, path, chunks: count, isKept }) => ({
      id,
      path: pathTerms(path),
      chunks: count,
      isKept,
    })),
    chunks: chunks.map(indexTerms),
  });
}
