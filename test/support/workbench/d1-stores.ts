/** Creates the stores of one empty index database, for contracts and flows. */

import { createD1AnswerCache } from '../../../worker/adapters/d1/answer-cache.ts';
import { createD1ChunkStore } from '../../../worker/adapters/d1/chunk-store.ts';
import { createD1CitedFiles } from '../../../worker/adapters/d1/cited-files.ts';
import { createD1CrawlStore } from '../../../worker/adapters/d1/crawl-store.ts';
import { createD1DiscussionStore } from '../../../worker/adapters/d1/discussion-store.ts';
import { createD1GraphStore } from '../../../worker/adapters/d1/graph-store.ts';
import { createD1HistoryJobs } from '../../../worker/adapters/d1/history-jobs.ts';
import { createD1HistoryStore } from '../../../worker/adapters/d1/history-store.ts';
import { createD1JobParts } from '../../../worker/adapters/d1/job-parts.ts';
import type { IndexDatabases } from '../../../worker/adapters/d1/sql/statements.ts';
import { createD1TextIndex } from '../../../worker/adapters/d1/text-index.ts';
import type { Clock } from '../../../worker/ports/clock.ts';
import { emptyIndex, countRows } from './d1.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

export async function openD1Stores(clock = createManualClock()) {
  const database = await emptyIndex();
  return {
    database,
    clock,
    ...createD1Stores(() => database, clock),
    countRows: () => countRows(database),
  };
}

export function createD1Stores(databases: IndexDatabases, clock: Clock) {
  return {
    chunkStore: createD1ChunkStore(databases, clock),
    graphStore: createD1GraphStore(databases, clock),
    jobParts: createD1JobParts(databases, clock),
    answerCache: createD1AnswerCache(databases),
    citedFiles: createD1CitedFiles(databases),
    historyStore: createD1HistoryStore(databases),
    historyJobs: createD1HistoryJobs(databases, clock),
    discussionStore: createD1DiscussionStore(databases),
    crawlStore: createD1CrawlStore(databases, clock),
    textIndex: createD1TextIndex(databases, clock),
  };
}
