/** Commits and origins of lines in the index databases. */

import type { HistoryStore } from '../../ports/history-store.ts';
import { commitReads } from './history-commits.ts';
import { originStore } from './history-origins.ts';
import { laterFiles } from './history-files.ts';
import { historyRemoval } from './history-removal.ts';
import { textReads } from './history-text.ts';
import { timelineReads } from './history-timeline.ts';
import { versionReads } from './history-versions.ts';
import { commitWrites } from './history-writes.ts';
import type { IndexDatabases } from './statements.ts';

export function createD1HistoryStore(databases: IndexDatabases): HistoryStore {
  return {
    ...commitReads(databases),
    ...commitWrites(databases),
    ...laterFiles(databases),
    ...originStore(databases),
    ...versionReads(databases),
    ...timelineReads(databases),
    ...textReads(databases),
    ...historyRemoval(databases),
  };
}
