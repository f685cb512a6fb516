/** Finds rows of a snapshot that are missing or altered: incomplete contents, missing symbols, chunks whose text does not match its hash. */

import type { ChunkStore } from '../../../ports/chunk-store.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { chunkHash, chunksPerFile, inSnapshot } from './read-chunks.ts';
import { allRows, run, type IndexDatabases } from '../sql/statements.ts';

/** SQL condition: all chunks of the content of file `f` exist, each with its text. */
export const isContentIntact = `EXISTS (SELECT 1 FROM content AS c WHERE c.id = f.content_id AND c.chunks =
  (SELECT count(*) FROM content_chunk AS cc JOIN chunk AS k ON k.id = cc.chunk_id WHERE cc.content_id = c.id))`;
/** SQL condition: every definition of the content has its row. */
export const hasAllSymbols = (content: string): string =>
  `${content}.symbols = (SELECT count(*) FROM symbol AS y WHERE y.content_id = ${content}.id)`;

/** Selects a page of chunks, about 1 MB of text. */
const chunksOfSnapshot = `SELECT DISTINCT k.id, ${chunkHash} AS hash, k.raw FROM file AS f JOIN content_chunk AS cc ON cc.content_id = f.content_id
  JOIN chunk AS k ON k.id = cc.chunk_id WHERE ${inSnapshot} AND k.id > ?3 ORDER BY k.id LIMIT 500`;

export function chunkDamage(
  databases: IndexDatabases,
): Pick<ChunkStore, 'incompleteFiles' | 'filesMissingSymbols' | 'chunkKeys' | 'dropDamagedChunks'> {
  return {
    async incompleteFiles(key) {
      const sql = `SELECT f.path FROM file AS f WHERE ${inSnapshot} AND NOT ${isContentIntact} ORDER BY f.path`;
      const rows = await allRows<{ path: string }>(
        databases(key.shard).prepare(sql).bind(key.snapshot, key.generation),
      );
      return rows.map(({ path }) => path);
    },
    async filesMissingSymbols(key, paths) {
      const pathFilter = paths === undefined ? '' : 'AND f.path IN (SELECT value FROM json_each(?3))';
      const sql = `SELECT f.path FROM file AS f JOIN content AS c ON c.id = f.content_id
        WHERE ${inSnapshot} ${pathFilter} AND NOT (${hasAllSymbols('c')}) ORDER BY f.path`;
      const pathValues = paths === undefined ? [] : [JSON.stringify(paths)];
      const rows = await allRows<{ path: string }>(
        databases(key.shard)
          .prepare(sql)
          .bind(key.snapshot, key.generation, ...pathValues),
      );
      return rows.map(({ path }) => path);
    },
    async dropDamagedChunks(key) {
      const database = databases(key.shard);
      for (let afterId = 0; ;) {
        const rows = await allRows<{ id: number; hash: string; raw: string }>(
          database.prepare(chunksOfSnapshot).bind(key.snapshot, key.generation, afterId),
        );
        const hashes = await Promise.all(rows.map(({ raw }) => sha256(raw)));
        const damaged = rows.filter(({ hash }, index) => hashes[index] !== hash).map(({ id }) => id);
        if (damaged.length > 0)
          await run(
            database
              .prepare('DELETE FROM chunk WHERE id IN (SELECT value FROM json_each(?1))')
              .bind(JSON.stringify(damaged)),
          );
        const last = rows.at(-1);
        if (last === undefined) return;
        afterId = last.id;
      }
    },
    async chunkKeys(key) {
      const sql = `SELECT f.id * ${chunksPerFile} + cc.ordinal AS key FROM file AS f
        CROSS JOIN content_chunk AS cc ON cc.content_id = f.content_id WHERE ${inSnapshot} ORDER BY f.id, cc.ordinal`;
      const rows = await allRows<{ key: number }>(
        databases(key.shard).prepare(sql).bind(key.snapshot, key.generation),
      );
      return rows.map((row) => row.key);
    },
  };
}
