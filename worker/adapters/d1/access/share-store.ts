/** Implements the `ShareStore` port with the catalog database. */

import type { Share, ShareStore } from '../../../ports/access/share-store.ts';
import { allRows, firstRow, run } from '../sql/statements.ts';

interface ShareRecord {
  id: string;
  owner: string;
  repository_id: string;
  conversation_id: string;
  title: string;
  created_at: number;
  expires_at: number | null;
}

const columns = 'id, owner, repository_id, conversation_id, title, created_at, expires_at';

export function createD1ShareStore(database: D1Database): ShareStore {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async add(share, tokenHash) {
      await run(
        sql(
          `INSERT INTO share (${columns}, token_hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
          share.id,
          share.owner,
          share.repositoryId,
          share.conversationId,
          share.title,
          share.createdAt,
          share.expiresAt ?? null,
          tokenHash,
        ),
      );
    },
    async list(owner) {
      const rows = await allRows<ShareRecord>(
        sql(`SELECT ${columns} FROM share WHERE owner = ?1 ORDER BY created_at DESC, id`, owner.id),
      );
      return rows.map(toShare);
    },
    async find(tokenHash) {
      const row = await firstRow<ShareRecord>(
        sql(`SELECT ${columns} FROM share WHERE token_hash = ?1`, tokenHash),
      );
      return row && toShare(row);
    },
    async remove(owner, id) {
      const removed = await firstRow(
        sql('DELETE FROM share WHERE owner = ?1 AND id = ?2 RETURNING id', owner.id, id),
      );
      return removed !== undefined;
    },
    async removeOwner(owner) {
      await run(sql('DELETE FROM share WHERE owner = ?1', owner.id));
    },
  };
}

function toShare(row: ShareRecord): Share {
  return {
    id: row.id,
    owner: row.owner,
    repositoryId: row.repository_id,
    conversationId: row.conversation_id,
    title: row.title,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  };
}
