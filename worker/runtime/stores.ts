/** Creates the stores of the catalog database and of the index databases. */

import { createD1FeedbackStore } from '../adapters/d1/access/feedback-store.ts';
import { createD1VisitorQuestions } from '../adapters/d1/access/visitor-questions.ts';
import { createD1IdempotencyStore } from '../adapters/d1/access/idempotency-store.ts';
import { createD1PreferenceStore } from '../adapters/d1/access/preference-store.ts';
import { createD1QuestionTotals } from '../adapters/d1/access/question-totals.ts';
import { createD1ShareStore } from '../adapters/d1/access/share-store.ts';
import { createD1AnswerCache } from '../adapters/d1/answer-cache.ts';
import { createD1CitedFiles } from '../adapters/d1/cited-files.ts';
import { createD1ChunkStore } from '../adapters/d1/chunk-store.ts';
import { createD1DiscussionStore } from '../adapters/d1/discussion-store.ts';
import { createD1GraphStore } from '../adapters/d1/graph-store.ts';
import { createD1HistoryJobs } from '../adapters/d1/history-jobs.ts';
import { createD1HistoryStore } from '../adapters/d1/history-store.ts';
import { createD1JobParts } from '../adapters/d1/job-parts.ts';
import type { IndexDatabases } from '../adapters/d1/sql/statements.ts';
import { createD1TextIndex } from '../adapters/d1/text-index.ts';
import { AppError } from '../core/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Environment } from './environment.ts';

/** What viewers leave in the catalog database. */
export function createViewerStores({ CATALOG: database }: Environment) {
  return {
    shareStore: createD1ShareStore(database),
    feedbackStore: createD1FeedbackStore(database),
    visitorQuestions: createD1VisitorQuestions(database),
    preferenceStore: createD1PreferenceStore(database),
    idempotencyStore: createD1IdempotencyStore(database),
    questionTotals: createD1QuestionTotals(database),
  };
}

/** The stores of the index databases. */
export function createIndexStores(databases: IndexDatabases, clock: Clock) {
  return {
    jobParts: createD1JobParts(databases, clock),
    chunkStore: createD1ChunkStore(databases, clock),
    graphStore: createD1GraphStore(databases, clock),
    historyStore: createD1HistoryStore(databases),
    discussionStore: createD1DiscussionStore(databases),
    historyJobs: createD1HistoryJobs(databases, clock),
    textIndex: createD1TextIndex(databases, clock),
    answerCache: createD1AnswerCache(databases),
    citedFiles: createD1CitedFiles(databases),
  };
}

/** Numbers of the bound index databases: INDEX_0, INDEX_1, … */
export function listShards(environment: Environment): readonly number[] {
  const numbers = Object.keys(environment).flatMap((name) => /^INDEX_(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).toSorted((a, b) => a - b);
}

/** INDEX_0, INDEX_1, … by number. To add a shard, add a binding. */
export function toIndexDatabases(environment: Environment): IndexDatabases {
  return (shard) => {
    const database = environment[`INDEX_${shard}`];
    if (database === undefined) throw new AppError('internal', `There is no index database INDEX_${shard}.`);
    return database as D1Database;
  };
}
