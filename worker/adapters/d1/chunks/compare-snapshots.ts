/** Compares snapshots of one repository: which files differ, and how many of the chunks and bytes they share. */

import type { ChunkStore } from '../../../ports/chunk-store.ts';
import { allRows, firstRow, type IndexDatabases } from '../sql/statements.ts';

/** Counts each chunk and content of the snapshot once. Those that a file of another snapshot has too are shared. */
const sharing = `WITH
  other AS MATERIALIZED (SELECT DISTINCT f.content_id FROM json_each(?3) AS j CROSS JOIN file AS f
    ON f.snapshot = j.value ->> 0 AND f.generation = j.value ->> 1 WHERE f.content_id IS NOT NULL),
  own AS MATERIALIZED (SELECT DISTINCT content_id FROM file WHERE snapshot = ?1 AND generation = ?2 AND content_id IS NOT NULL),
  other_chunk AS MATERIALIZED (SELECT DISTINCT cc.chunk_id FROM other CROSS JOIN content_chunk AS cc ON cc.content_id = other.content_id),
  own_chunk AS MATERIALIZED (SELECT DISTINCT cc.chunk_id FROM own CROSS JOIN content_chunk AS cc ON cc.content_id = own.content_id)
  SELECT
    (SELECT count(*) FROM own_chunk) AS chunks,
    (SELECT count(*) FROM own_chunk WHERE chunk_id IN (SELECT chunk_id FROM other_chunk)) AS sharedChunks,
    (SELECT coalesce(sum(c.bytes), 0) FROM own CROSS JOIN content AS c ON c.id = own.content_id) AS bytes,
    (SELECT coalesce(sum(c.bytes), 0) FROM own CROSS JOIN content AS c ON c.id = own.content_id
      WHERE own.content_id IN (SELECT content_id FROM other)) AS sharedBytes`;

const nothingShared = { chunks: 0, sharedChunks: 0, bytes: 0, sharedBytes: 0 };

const maxChangedFiles = 20_000;
const files = (snapshot: string, generation: string, before: string, after: string): string =>
  `SELECT f.path, ${before} AS before, ${after} AS after FROM file AS f JOIN content AS c ON c.id = f.content_id
   WHERE f.snapshot = ${snapshot} AND f.generation = ${generation}`;
/** One row per path, with its content in each snapshot. */
const sides = `SELECT path, max(before) AS was, max(after) AS became FROM (
  ${files('?1', '?2', 'NULL', 'c.hash')} UNION ALL ${files('?3', '?4', 'c.hash', 'NULL')}) GROUP BY path`;

export function sharingReads(
  databases: IndexDatabases,
): Pick<ChunkStore, 'sharing' | 'changedFiles' | 'maxChangedFiles'> {
  return {
    maxChangedFiles,
    async changedFiles(key, older) {
      const database = databases(key.shard);
      const bound = (sql: string) =>
        database.prepare(sql).bind(key.snapshot, key.generation, older.snapshot, older.generation);
      const [rows, same] = await Promise.all([
        allRows<{ path: string; was: string | null; became: string | null }>(
          bound(`${sides} HAVING was IS NOT became ORDER BY path LIMIT ${maxChangedFiles}`),
        ),
        firstRow<{ files: number }>(bound(`SELECT count(*) AS files FROM (${sides} HAVING was IS became)`)),
      ]);
      const differing = rows.map(({ path, was, became }) => ({
        path,
        before: was ?? undefined,
        after: became ?? undefined,
      }));
      return { differing, same: same?.files ?? 0 };
    },
    async sharing(key, others) {
      const states = JSON.stringify(others.map((other) => [other.snapshot, other.generation]));
      const statement = databases(key.shard).prepare(sharing).bind(key.snapshot, key.generation, states);
      return (await firstRow<typeof nothingShared>(statement)) ?? nothingShared;
    },
  };
}
