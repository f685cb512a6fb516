/** Where a search looks: the state of the index, and the files its filters leave. */

import type { FileRow } from '../../ports/chunk-store.ts';
import type { RetrievalScope } from '../../retrieval/retrieve-spans.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { isFilteredByFile, pathsWithin, type SearchFilters } from './search-filters.ts';
import type { Services } from '../services.ts';

/** @param files all of them, where they are known already */
export async function scopeOf(
  services: Services,
  { key, repository, snapshot }: ResolvedSnapshot,
  filters: SearchFilters,
  files: readonly FileRow[],
): Promise<RetrievalScope> {
  const isUnread = isFilteredByFile(filters) && files.length === 0;
  return {
    key: { ...key, repository: repository.id },
    chunks: snapshot.counts.chunks,
    paths: pathsWithin(services, isUnread ? await services.chunkStore.listFiles(key) : files, filters),
    isSifted: filters.kinds.length > 0,
  };
}
