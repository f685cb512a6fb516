/** Implements the `HistoryStore` port with D1: commits and line origins in the index databases. */

import type { HistoryStore } from '../../ports/history-store.ts';
import { commitReads } from './history/read-commits.ts';
import { lineOriginStore } from './history/line-origins.ts';
import { changedFileStore } from './history/changed-files.ts';
import { patchStore } from './history/commit-patches.ts';
import { historyRemoval } from './history/remove-history.ts';
import { changedWordsReads } from './history/changed-words.ts';
import { commitSearch } from './history/search-commits.ts';
import { releaseReads } from './history/releases.ts';
import { timelineReads } from './history/timeline.ts';
import { versionState } from './history/version-state.ts';
import { commitWrites } from './history/write-commits.ts';
import type { IndexDatabases } from './sql/statements.ts';

export function createD1HistoryStore(databases: IndexDatabases): HistoryStore {
  return {
    ...commitReads(databases),
    ...commitWrites(databases),
    ...changedFileStore(databases),
    ...patchStore(databases),
    ...lineOriginStore(databases),
    ...versionState(databases),
    ...timelineReads(databases),
    ...releaseReads(databases),
    ...commitSearch(databases),
    ...changedWordsReads(databases),
    ...historyRemoval(databases),
  };
}
