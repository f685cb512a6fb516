/** Pull requests and issues in the index databases. */

import type { DiscussionStore } from '../../ports/discussion-store.ts';
import { discussionReads } from './discussion-reads.ts';
import { removeDiscussions } from './discussion-removal.ts';
import { discussionWrites } from './discussion-writes.ts';
import type { IndexDatabases } from './statements.ts';

export function createD1DiscussionStore(databases: IndexDatabases): DiscussionStore {
  return {
    ...discussionReads(databases),
    ...discussionWrites(databases),
    removeRepository: ({ shard, repository }) => removeDiscussions(databases(shard), repository),
  };
}
