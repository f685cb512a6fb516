/** Implements the `ChunkStore` port with D1: files, chunks and symbols in the index databases. */

import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { deleteInSlices, forEachSlice, listRemovedFiles, isRemoved } from './sql/delete-in-slices.ts';
import { chunkReads, chunksPerFile } from './chunks/read-chunks.ts';
import { chunkDamage } from './chunks/find-damage.ts';
import { fileReads } from './chunks/read-files.ts';
import { symbolReads } from './chunks/read-symbols.ts';
import { runBatch, type IndexDatabases, allRows, firstRow } from './sql/statements.ts';
import { chunkWrites } from './chunks/write-parsed-files.ts';

export function createD1ChunkStore(databases: IndexDatabases, clock: Clock): ChunkStore {
  return {
    ...fileReads(databases),
    ...chunkReads(databases),
    ...symbolReads(databases),
    ...sharingReads(databases),
    ...chunkDamage(databases),
    ...chunkWrites(databases, clock),
    async remove(removed) {
      const database = databases(removed.shard);
      const files = await listRemovedFiles(database, removed);
      await forEachSlice(files, filesPerTransaction, (slice) => {
        const ids = JSON.stringify(slice);
        return runBatch(
          database,
          removals.map((sql) => database.prepare(sql).bind(ids)),
        );
      });
      const where = isRemoved;
      const values = [removed.snapshot, removed.generation ?? null];
      await deleteInSlices(database, {
        table: 'skipped',
        key: 'snapshot, generation, path',
        where,
        values,
      });
    },
  };
}

/** How many files, with their chunks, symbols and references, one transaction deletes. */
const filesPerTransaction = 20;

const slice = 'SELECT value FROM json_each(?1)';
/** Selects the contents that no file outside the slice uses. */
const orphanContents = `SELECT f.content_id FROM file AS f WHERE f.id IN (${slice}) AND f.content_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM file AS other WHERE other.content_id = f.content_id AND other.id NOT IN (${slice}))`;
const removals = [
  `DELETE FROM chunk WHERE id IN (SELECT chunk_id FROM content_chunk WHERE content_id IN (${orphanContents})) AND NOT EXISTS
     (SELECT 1 FROM content_chunk AS other WHERE other.chunk_id = chunk.id AND other.content_id NOT IN (${orphanContents}))`,
  `DELETE FROM chunk_terms WHERE id IN (SELECT content_id * ${chunksPerFile} + ordinal FROM content_chunk
     WHERE content_id IN (${orphanContents}))`,
  `DELETE FROM content_chunk WHERE content_id IN (${orphanContents})`,
  `DELETE FROM symbol WHERE content_id IN (${orphanContents})`,
  `DELETE FROM content_reference WHERE content_id IN (${orphanContents})`,
  `DELETE FROM content WHERE id IN (${orphanContents})`,
  `DELETE FROM file WHERE id IN (${slice})`,
];

/** Counts each chunk and content of the snapshot once. A chunk or content is shared if a file of another snapshot has it too. */
const selectSharing = `WITH
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
const selectContents = (snapshot: string, generation: string, before: string, after: string): string =>
  `SELECT f.path, ${before} AS before, ${after} AS after FROM file AS f JOIN content AS c ON c.id = f.content_id
   WHERE f.snapshot = ${snapshot} AND f.generation = ${generation}`;
/** One row per path, with its content in each snapshot. */
const selectContentPairs = `SELECT path, max(before) AS was, max(after) AS became FROM (
  ${selectContents('?1', '?2', 'NULL', 'c.hash')} UNION ALL ${selectContents('?3', '?4', 'c.hash', 'NULL')}) GROUP BY path`;

function sharingReads(
  databases: IndexDatabases,
): Pick<ChunkStore, 'sharing' | 'changedFiles' | 'maxChangedFiles'> {
  return {
    maxChangedFiles,
    async changedFiles(key, older) {
      const database = databases(key.shard);
      const prepareForBoth = (sql: string) =>
        database.prepare(sql).bind(key.snapshot, key.generation, older.snapshot, older.generation);
      const [rows, same] = await Promise.all([
        allRows<{ path: string; was: string | null; became: string | null }>(
          prepareForBoth(
            `${selectContentPairs} HAVING was IS NOT became ORDER BY path LIMIT ${maxChangedFiles}`,
          ),
        ),
        firstRow<{ files: number }>(
          prepareForBoth(`SELECT count(*) AS files FROM (${selectContentPairs} HAVING was IS became)`),
        ),
      ]);
      const differing = rows.map(({ path, was, became }) => ({
        path,
        before: was ?? undefined,
        after: became ?? undefined,
      }));
      return { differing, same: same?.files ?? 0 };
    },
    async sharing(key, others) {
      const otherKeys = JSON.stringify(others.map((other) => [other.snapshot, other.generation]));
      const statement = databases(key.shard)
        .prepare(selectSharing)
        .bind(key.snapshot, key.generation, otherKeys);
      return (await firstRow<typeof nothingShared>(statement)) ?? nothingShared;
    },
  };
}
