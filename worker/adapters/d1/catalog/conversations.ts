/** Records which conversations exist, and what a list of them shows. */

import type {
  ConversationCatalog,
  ListedConversation,
  OwnedCounts,
} from '../../../ports/catalog/conversation-catalog.ts';
import type { Owner } from '../../../core/viewer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { allRows, firstRow, runBatch } from '../sql/statements.ts';
import type { Sql } from './jobs.ts';

interface ListedRecord {
  repositoryId: string;
  repositoryName: string;
  id: string;
  title: string;
  createdAt: number;
  askedAt: number;
  bookmarked: number;
}

const isOne = 'repository_id = ?1 AND viewer = ?2 AND id = ?3';

export function conversationQueries(database: D1Database, sql: Sql, clock: Clock): ConversationCatalog {
  return {
    async recordConversation({ repositoryId, viewer, id }, title) {
      const rows = await allRows(
        sql(
          `INSERT INTO conversation (repository_id, viewer, id, created_at, asked_at, title)
           SELECT id, ?2, ?3, ?4, ?4, ?5 FROM repository WHERE id = ?1 AND removed_at IS NULL
           ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at RETURNING id`,
          repositoryId,
          viewer,
          id,
          clock.now(),
          title,
        ),
      );
      return rows.length > 0;
    },
    async hasConversation({ repositoryId, viewer, id }) {
      return (
        (await firstRow(sql(`SELECT 1 FROM conversation WHERE ${isOne}`, repositoryId, viewer, id))) !==
        undefined
      );
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
    ...conversationLists(sql),
    async listOwned(owner) {
      const rows = await allRows<{ id: string }>(
        sql('SELECT id FROM repository WHERE owner = ?1 AND removed_at IS NULL', owner.id),
      );
      return rows.map(({ id }) => id);
    },
    async ownerOf(repositoryId) {
      return firstRow<Owner>(sql('SELECT owner AS id FROM repository WHERE id = ?1', repositoryId));
    },
    async countOwned(owner) {
      const row = await firstRow<OwnedCounts>(
        sql(
          `SELECT
             (SELECT count(*) FROM repository
              WHERE owner = ?1 AND removed_at IS NULL AND source ->> 'kind' <> 'live') AS repositories,
             (SELECT count(*) FROM conversation WHERE viewer = ?1) AS conversations,
             (SELECT count(*) FROM share WHERE owner = ?1) AS shares,
             (SELECT count(*) FROM feedback WHERE viewer = ?1) AS feedback`,
          owner.id,
        ),
      );
      return row ?? { repositories: 0, conversations: 0, shares: 0, feedback: 0 };
    },
    async changeConversation({ repositoryId, viewer, id }, { title, bookmarked }) {
      const row = await firstRow(
        sql(
          `UPDATE conversation SET title = coalesce(?4, title), bookmarked = coalesce(?5, bookmarked)
           WHERE ${isOne} RETURNING id`,
          repositoryId,
          viewer,
          id,
          title ?? null,
          bookmarked === undefined ? null : Number(bookmarked),
        ),
      );
      return row !== undefined;
    },
    async deleteConversationRecords(conversations) {
      const rows = JSON.stringify(
        conversations.map(({ repositoryId, viewer, id }) => [repositoryId, viewer, id]),
      );
      const listed = '(SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))';
      // A link to a deleted conversation would not work.
      await runBatch(database, [
        sql(`DELETE FROM share WHERE (repository_id, owner, conversation_id) IN ${listed}`, rows),
        sql(`DELETE FROM conversation WHERE (repository_id, viewer, id) IN ${listed}`, rows),
      ]);
    },
  };
}

function toListed({ bookmarked, ...row }: ListedRecord): ListedConversation {
  return { ...row, bookmarked: bookmarked === 1 };
}

function conversationLists(sql: Sql): Pick<ConversationCatalog, 'listConversationsOf'> {
  return {
    async listConversationsOf(viewer, { before, limit, readableBy }) {
      const onlyRepositories = readableBy?.kind === 'key' ? readableBy.repositories : undefined;
      const rows = await allRows<ListedRecord>(
        sql(
          `SELECT repository_id AS repositoryId, name AS repositoryName, conversation.id, title,
             conversation.created_at AS createdAt, asked_at AS askedAt, bookmarked
           FROM conversation JOIN repository ON repository.id = repository_id
           WHERE viewer = ?1 AND removed_at IS NULL AND (?2 IS NULL OR (asked_at, conversation.id) < (?2, ?3))
             AND (?5 IS NULL OR (access_lost_at IS NULL AND (owner = ?5 OR visibility = 'public')))
             AND (?6 IS NULL OR repository_id IN (SELECT value FROM json_each(?6)))
           ORDER BY asked_at DESC, conversation.id DESC LIMIT ?4`,
          viewer.id,
          before?.askedAt ?? null,
          before?.id ?? null,
          limit,
          readableBy?.id ?? null,
          onlyRepositories === undefined ? null : JSON.stringify(onlyRepositories),
        ),
      );
      return rows.map(toListed);
    },
  };
}
