/** Files fetched for a question as the fetch stage reads them: those that are new, and beside them what an earlier question's state holds. */

import { AppError } from '../../core/errors.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import { collectedBy } from '../indexing/collected-by.ts';
import { nothingKept, type KeptFiles } from '../indexing/kept-files.ts';
import { livePackSource } from './live-pack.ts';
import { generationOf, type Part } from '../indexing/part.ts';
import type { LiveInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';

interface LiveUpload {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
  readonly mayWrap: false;
  readonly kept: KeptFiles;
  readonly leftOut: () => Promise<readonly []>;
}

export async function openLive(
  services: Services,
  { part, input, subdirectory }: { part: Part; input: LiveInput; subdirectory: string | undefined },
): Promise<LiveUpload> {
  const packed = await services.blobStore.get(input.pack);
  if (packed === undefined)
    throw new AppError('internal', `The files fetched for ${part.job.id} are not stored.`);
  await services.catalog.noteCollectedBy(part.job.snapshotNumber, await collectedBy(services, subdirectory));
  return {
    source: livePackSource(packed, input.commit),
    subdirectory,
    mayWrap: false,
    kept: input.base === undefined ? nothingKept : await keptOf(services, part, input.base),
    leftOut: () => Promise.resolve([]),
  };
}

async function keptOf(
  { chunkStore }: Services,
  { job }: Part,
  base: NonNullable<LiveInput['base']>,
): Promise<KeptFiles> {
  const key = { ...generationOf(job), ...base };
  const [files, { skipped }] = await Promise.all([chunkStore.listContents(key), chunkStore.coverage(key)]);
  return { files, skipped };
}
