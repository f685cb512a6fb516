/** Implements the `IdempotencyStore` port with the catalog database. */

import type {
  EarlierRequest,
  IdempotencyStore,
  IdempotentRequest,
} from '../../../ports/access/idempotency-store.ts';
import { firstRow, run } from '../sql/statements.ts';

interface Row {
  readonly target: string;
  readonly body_hash: string;
  readonly started_at: number;
  readonly status: number | null;
  readonly response: string | null;
}

export function createD1IdempotencyStore(database: D1Database): IdempotencyStore {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  const insert = (request: IdempotentRequest, before: Parameters<IdempotencyStore['begin']>[1]) =>
    sql(
      `INSERT INTO idempotent_request (sender, key, owner, target, body_hash, repository, started_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (sender, key) DO UPDATE SET
         owner = excluded.owner, target = excluded.target, body_hash = excluded.body_hash,
         repository = excluded.repository, started_at = excluded.started_at, status = NULL, response = NULL
       WHERE started_at < ?8 OR (status IS NULL AND started_at < ?9)
       RETURNING key`,
      request.sender,
      request.key,
      request.owner.id,
      request.target,
      request.bodyHash,
      request.repository ?? null,
      request.startedAt,
      before.expired,
      before.abandoned,
    );
  return {
    async begin(request, before) {
      if ((await firstRow(insert(request, before))) !== undefined) return undefined;
      const { sender, key } = request;
      const row = await firstRow<Row>(
        sql('SELECT * FROM idempotent_request WHERE sender = ?1 AND key = ?2', sender, key),
      );
      // It failed meanwhile and was forgotten.
      return row === undefined ? this.begin(request, before) : toEarlier(row);
    },
    async finish({ sender, key, startedAt }, { status, body }) {
      await run(
        sql(
          'UPDATE idempotent_request SET status = ?4, response = ?5 WHERE sender = ?1 AND key = ?2 AND started_at = ?3',
          sender,
          key,
          startedAt,
          status,
          body,
        ),
      );
    },
    async forget({ sender, key, startedAt }) {
      await run(
        sql(
          'DELETE FROM idempotent_request WHERE sender = ?1 AND key = ?2 AND started_at = ?3',
          sender,
          key,
          startedAt,
        ),
      );
    },
    async removeExpired(before) {
      await run(sql('DELETE FROM idempotent_request WHERE started_at < ?1', before));
    },
    async removeOwner(owner) {
      await run(sql('DELETE FROM idempotent_request WHERE owner = ?1', owner.id));
    },
    async removeRepository(repository, owner) {
      const ofOwner = owner === undefined ? '' : ' AND owner = ?2';
      const values = owner === undefined ? [repository] : [repository, owner.id];
      await run(sql(`DELETE FROM idempotent_request WHERE repository = ?1${ofOwner}`, ...values));
    },
  };
}

function toEarlier({ target, body_hash, started_at, status, response }: Row): EarlierRequest {
  return {
    target,
    bodyHash: body_hash,
    startedAt: started_at,
    response: status === null ? undefined : { status, body: response ?? '' },
  };
}
