/** Stores API keys in the catalog database. Revoking or replacing a key deletes its secret's hash, so the next request does not find it. */

import { usePrecisionMs, type ApiKey, type KeyKind } from '../../core/keys.ts';
import { dayMs, type UsageLimits } from '../../core/limits/measures.ts';
import type { Scope } from '../../core/viewer.ts';
import type { KeyStore } from '../../ports/access/key-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { allRows, batchRows, firstRow, run, runBatch } from './sql/statements.ts';

interface KeyRecord {
  readonly id: string;
  readonly user_id: string;
  readonly kind: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: string;
  readonly repositories: string | null;
  readonly origins: string;
  readonly limits: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

const revokedKeptMs = 90 * dayMs;
/** The key of a user that is not revoked. */
const isOwn = 'id = ?1 AND user_id = ?2 AND revoked_at IS NULL';

export function createD1KeyStore(database: D1Database, clock: Clock): KeyStore {
  const sql: Sql = (text, ...values) => database.prepare(text).bind(...values);
  return {
    ...keyChanges(database, sql, clock),
    async create(key, hash) {
      const created: ApiKey = { ...key, createdAt: clock.now(), lastUsedAt: undefined, revokedAt: undefined };
      await runBatch(database, [
        sql(
          'INSERT INTO api_key VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, NULL, NULL)',
          ...toValues(created),
        ),
        sql('INSERT INTO api_key_secret (hash, key_id) VALUES (?1, ?2)', hash, key.id),
        sql(
          'DELETE FROM api_key WHERE user_id = ?1 AND revoked_at < ?2',
          key.userId,
          clock.now() - revokedKeptMs,
        ),
      ]);
      return created;
    },
    async list(userId) {
      const rows = await allRows<KeyRecord>(
        sql(
          'SELECT * FROM api_key WHERE user_id = ?1 AND (revoked_at IS NULL OR revoked_at >= ?2) ORDER BY created_at DESC, id',
          userId,
          clock.now() - revokedKeptMs,
        ),
      );
      return rows.map(toKey);
    },
    read: async (userId, id) =>
      toKeyOrUndefined(
        await firstRow<KeyRecord>(sql('SELECT * FROM api_key WHERE id = ?1 AND user_id = ?2', id, userId)),
      ),
    findByHash: async (hash) =>
      toKeyOrUndefined(
        await firstRow<KeyRecord>(
          sql(
            `SELECT api_key.* FROM api_key_secret JOIN api_key ON api_key.id = key_id
             WHERE hash = ?1 AND (ends_at IS NULL OR ends_at > ?2)`,
            hash,
            clock.now(),
          ),
        ),
      ),
    recordUse: (id) =>
      run(
        sql(
          `UPDATE api_key SET last_used_at = ?2 WHERE id = ?1
             AND (last_used_at IS NULL OR abs(last_used_at - ?2) >= ${usePrecisionMs})`,
          id,
          clock.now(),
        ),
      ),
    async removeAll(userId) {
      const [, removed] = await batchRows(database, [
        sql('DELETE FROM api_key_secret WHERE key_id IN (SELECT id FROM api_key WHERE user_id = ?1)', userId),
        sql('DELETE FROM api_key WHERE user_id = ?1 RETURNING id', userId),
      ]);
      return (removed as readonly { readonly id: string }[] | undefined)?.map(({ id }) => id) ?? [];
    },
  };
}

type Sql = (text: string, ...values: unknown[]) => D1PreparedStatement;

function keyChanges(
  database: D1Database,
  sql: Sql,
  clock: Clock,
): Pick<KeyStore, 'update' | 'rotate' | 'revoke'> {
  return {
    async update(userId, id, { name, scopes, repositories, origins, limits, expiresAt }) {
      const row = await firstRow<KeyRecord>(
        sql(
          `UPDATE api_key SET name = coalesce(?3, name), scopes = coalesce(?4, scopes), origins = coalesce(?5, origins),
             limits = coalesce(?6, limits), repositories = iif(?7, ?8, repositories), expires_at = iif(?9, ?10, expires_at)
           WHERE ${isOwn} RETURNING *`,
          id,
          userId,
          name ?? null,
          toJson(scopes),
          toJson(origins),
          toJson(limits),
          Number(repositories !== undefined),
          toJson(repositories ?? undefined),
          Number(expiresAt !== undefined),
          expiresAt ?? null,
        ),
      );
      return toKeyOrUndefined(row);
    },
    async rotate(userId, id, { hash, prefix, previousUntil }) {
      const own = `key_id IN (SELECT id FROM api_key WHERE ${isOwn})`;
      const [, , , rotated] = await batchRows(database, [
        // Only the current secret gets a grace period; one that is already ending ends now.
        previousUntil === undefined
          ? sql(`DELETE FROM api_key_secret WHERE ${own}`, id, userId)
          : sql(`DELETE FROM api_key_secret WHERE ends_at IS NOT NULL AND ${own}`, id, userId),
        sql(`UPDATE api_key_secret SET ends_at = ?3 WHERE ${own}`, id, userId, previousUntil ?? null),
        sql(
          `INSERT INTO api_key_secret (hash, key_id) SELECT ?3, id FROM api_key WHERE ${isOwn}`,
          id,
          userId,
          hash,
        ),
        sql(`UPDATE api_key SET prefix = ?3 WHERE ${isOwn} RETURNING *`, id, userId, prefix),
      ]);
      return toKeyOrUndefined(rotated?.[0] as KeyRecord | undefined);
    },
    async revoke(userId, id) {
      const key = `SELECT id FROM api_key WHERE id = ?1 AND user_id = ?2`;
      const [, revoked] = await batchRows(database, [
        sql(`DELETE FROM api_key_secret WHERE key_id IN (${key})`, id, userId),
        sql(
          'UPDATE api_key SET revoked_at = coalesce(revoked_at, ?3) WHERE id = ?1 AND user_id = ?2 RETURNING id',
          id,
          userId,
          clock.now(),
        ),
      ]);
      return (revoked?.length ?? 0) > 0;
    },
  };
}

/** In the order of the columns, up to `expires_at`. */
function toValues(key: ApiKey): readonly unknown[] {
  return [
    key.id,
    key.userId,
    key.kind,
    key.name,
    key.prefix,
    toJson(key.scopes),
    toJson(key.repositories),
    toJson(key.origins),
    toJson(key.limits),
    key.createdAt,
    key.expiresAt ?? null,
  ];
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function toKeyOrUndefined(row: KeyRecord | undefined): ApiKey | undefined {
  return row === undefined ? undefined : toKey(row);
}

function toKey(row: KeyRecord): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind as KeyKind,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as readonly Scope[],
    repositories: row.repositories === null ? undefined : (JSON.parse(row.repositories) as readonly string[]),
    origins: JSON.parse(row.origins) as readonly string[],
    limits: JSON.parse(row.limits) as UsageLimits,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
