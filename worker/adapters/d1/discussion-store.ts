/** Implements the `DiscussionStore` port with D1: pull requests and issues in the index databases. */

import type { DiscussionStore } from '../../ports/discussion-store.ts';
import { discussionReads } from './discussions/read-discussions.ts';
import { removeDiscussions, discussionWrites } from './discussions/write-discussions.ts';
import type { IndexDatabases } from './sql/statements.ts';

export function createD1DiscussionStore(databases: IndexDatabases): DiscussionStore {
  return {
    ...discussionReads(databases),
    ...discussionWrites(databases),
    removeRepository: ({ shard, repository }) => removeDiscussions(databases(shard), repository),
  };
}
