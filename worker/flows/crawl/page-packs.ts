/** Stores crawled pages in packs and reads them back as the files of a repository, so that later stages treat them like an upload. */

import type { AcceptedPage } from './deduplicate-pages.ts';
import { jobBlobPrefix, type StagePart } from '../indexing/stage-part.ts';
import { AppError } from '../../core/errors.ts';
import type { Job } from '../../ports/catalog.ts';
import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import type { Services } from '../services.ts';

export function crawledSource(services: Services, job: Job): RepositorySource {
  return {
    commit: () => undefined,
    async *entries() {
      const pages = await services.web.crawlStore.listPages({
        shard: job.shard,
        snapshot: job.snapshotNumber,
      });
      const packs = new Set(pages.flatMap(({ pack }) => pack ?? []));
      for (const pack of [...packs].toSorted((a, b) => a - b))
        for (const [path, text] of await readPagePack(services, pagePackKey(job.id, pack)))
          yield toEntry(path, text);
    },
  };
}

async function readPagePack(
  { blobStore }: Services,
  key: string,
): Promise<readonly (readonly [string, string])[]> {
  const bytes = await blobStore.get(key);
  if (bytes === undefined) throw new AppError('internal', `The page pack ${key} is missing.`);
  return JSON.parse(new TextDecoder().decode(bytes)) as [string, string][];
}

function toEntry(path: string, text: string): SourceEntry {
  const bytes = new TextEncoder().encode(text);
  return {
    path,
    kind: 'file',
    size: bytes.byteLength,
    linkTarget: undefined,
    specialKind: undefined,
    read: (maxBytes) => Promise.resolve(bytes.byteLength > maxBytes ? undefined : bytes),
  };
}

function pagePackKey(jobId: string, part: number): string {
  return `${jobBlobPrefix(jobId)}pages/${String(part).padStart(6, '0')}`;
}

export async function storePack(
  services: Services,
  { job, key }: StagePart,
  settled: readonly AcceptedPage[],
): Promise<void> {
  const files = settled.flatMap(({ page, text }) =>
    text === undefined || page.path === undefined ? [] : [[page.path, text]],
  );
  if (files.length === 0) return;
  await services.blobStore.put(
    pagePackKey(job.id, key.part),
    new TextEncoder().encode(JSON.stringify(files)),
  );
}
