/**
 * Writes chunks to the keyword index, one range of files per part. It reads stored rows, so that nothing is parsed again, and reuses the
 * stored terms of known content.
 */

import { indexTerms, pathTerms, termsVersion } from '../../indexing/index-terms.ts';
import type { Job } from '../../ports/catalog.ts';
import { generationKey, type StagePart } from './stage-part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Creates the generation's table and adds the parts that fill it. A snapshot of empty files gets one empty part. */
export async function planIndexing(services: Services, job: Job): Promise<void> {
  const key = generationKey(job);
  await services.textIndex.create(key);
  const ranges = await services.textIndex.ranges(key, termsVersion, services.settings.batch.indexChunks);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  await services.jobParts.add(
    { id: job.id, shard: job.shard },
    'index',
    parts.map((input, part) => ({ part, input: { ...input } })),
  );
}

export async function indexPart(services: Services, { job, key, claimed }: StagePart): Promise<void> {
  const snapshot = generationKey(job);
  const found = await services.textIndex.files(snapshot, termsVersion, partInput.index(claimed));
  // A rebuild does not trust stored terms.
  const files = job.generation === 1 ? found : found.map((file) => ({ ...file, isReused: false }));
  const unindexed = new Map(files.filter((file) => !file.isReused).map(({ content, id }) => [content, id]));
  const chunks =
    unindexed.size === 0 ? [] : await services.chunkStore.chunksOfFiles(snapshot, [...unindexed.values()]);
  await services.textIndex.add(snapshot, key, {
    version: termsVersion,
    files: files.map(({ id, path, chunks: count, isReused }) => ({
      id,
      path: pathTerms(path),
      chunks: count,
      isReused,
    })),
    chunks: chunks.map(indexTerms),
  });
}
