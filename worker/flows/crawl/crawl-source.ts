/** The pages a crawl has taken, as the files of a repository: what comes after is the same as for an upload. */

import { AppError } from '../../core/errors.ts';
import type { Job } from '../../ports/catalog.ts';
import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import { packOfPages } from './crawl-part.ts';
import type { Services } from '../services.ts';

export function crawledSource(services: Services, job: Job): RepositorySource {
  return {
    commit: () => undefined,
    async *entries() {
      const pages = await services.web.crawlStore.pages({ shard: job.shard, snapshot: job.snapshotNumber });
      const packs = new Set(pages.flatMap(({ pack }) => pack ?? []));
      for (const pack of [...packs].toSorted((a, b) => a - b))
        for (const [path, text] of await filesOf(services, packOfPages(job.id, pack)))
          yield entryOf(path, text);
    },
  };
}

async function filesOf(
  { blobStore }: Services,
  key: string,
): Promise<readonly (readonly [string, string])[]> {
  const bytes = await blobStore.get(key);
  if (bytes === undefined) throw new AppError('internal', `The pages ${key} are gone.`);
  return JSON.parse(new TextDecoder().decode(bytes)) as [string, string][];
}

function entryOf(path: string, text: string): SourceEntry {
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
