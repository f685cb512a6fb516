/** Which conversations exist about a repository, so that they can be listed and deleted with it. */

import type { Catalog } from '../../../ports/catalog.ts';
import type { Clock } from '../../../ports/clock.ts';
import { allRows, firstRow, run } from '../sql/statements.ts';
import type { Sql } from './jobs.ts';

export function conversationQueries(
  sql: Sql,
  clock: Clock,
): Pick<Catalog, 'noteConversation' | 'hasConversation' | 'listConversations' | 'forgetConversations'> {
  return {
    async noteConversation({ repositoryId, viewer, id }) {
      // The clause that does nothing makes a conversation noted before count as noted now.
      const rows = await allRows(
        sql(
          `INSERT INTO conversation (repository_id, viewer, id, created_at)
           SELECT id, ?2, ?3, ?4 FROM repository WHERE id = ?1 AND removed_at IS NULL
           ON CONFLICT DO UPDATE SET id = excluded.id RETURNING id`,
          repositoryId,
          viewer,
          id,
          clock.now(),
        ),
      );
      return rows.length > 0;
    },
    async hasConversation({ repositoryId, viewer, id }) {
      const row = await firstRow(
        sql(
          'SELECT 1 FROM conversation WHERE repository_id = ?1 AND viewer = ?2 AND id = ?3',
          repositoryId,
          viewer,
          id,
        ),
      );
      return row !== undefined;
    },
    listConversations: (repositoryId, limit) =>
      allRows(
        sql(
          `SELECT repository_id AS repositoryId, viewer, id FROM conversation WHERE repository_id = ?1
           ORDER BY created_at DESC, viewer, id LIMIT ?2`,
          repositoryId,
          limit,
        ),
      ),
    async forgetConversations(conversations) {
      const rows = conversations.map(({ repositoryId, viewer, id }) => [repositoryId, viewer, id]);
      await run(
        sql(
          `DELETE FROM conversation WHERE (repository_id, viewer, id) IN
             (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`,
          JSON.stringify(rows),
        ),
      );
    },
  };
}
