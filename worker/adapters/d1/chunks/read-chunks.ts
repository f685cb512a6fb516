/** Reads the chunks of a published snapshot. */

import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkRow, ChunkStore } from '../../../ports/chunk-store.ts';
import { intactChunks } from './verify-text.ts';
import { cacheChunk, cachedChunk } from './chunk-cache.ts';
import { toChunkRow, type ChunkRecord } from './chunk-record.ts';
import { readBatched } from '../sql/batch-reads.ts';
import { allRows, type IndexDatabases } from '../sql/statements.ts';

/**
 * A chunk's key combines its file's row and its index in the file into one number. It is also the rowid in full-text tables, so that a
 * hit identifies its chunk without a mapping table. A file has under 65,536 chunks, because its size is capped.
 */
export const chunksPerFile = 65_536;

/** The SHA-256 of a chunk's text: `chunk.hash` without the scope that may follow it. */
export const chunkHash = 'substr(k.hash, 1, 64)';

/** Columns of a chunk. The aliases `f`, `c`, `cc` and `k` stand for file, content, content_chunk and chunk. */
const chunkColumns = `f.id * ${chunksPerFile} + cc.ordinal AS key, f.path, f.role, f.package, f.rank AS file_rank, c.language, c.lines, c.hash AS file_hash,
  cc.ordinal, cc.start_line, cc.end_line, cc.start_offset, cc.kind, cc.symbol, cc.metadata, c.masks, k.raw, ${chunkHash} AS chunk_hash,
  EXISTS (SELECT 1 FROM content_chunk AS n WHERE n.content_id = cc.content_id AND n.ordinal IN (cc.ordinal - 1, cc.ordinal + 1)
    AND n.start_line <= cc.end_line AND n.end_line >= cc.start_line) AS shares_line`;
export const fromFiles = `FROM file AS f JOIN content AS c ON c.id = f.content_id`;
/** Joins the file with the same content at the same path of another snapshot. */
const joinOtherSnapshot = `LEFT JOIN file AS o ON o.snapshot = ?3 AND o.generation = ?4 AND o.path = f.path AND o.content_id = f.content_id`;
/** How many chunks whose vectors another snapshot already has cost as much as one chunk without vectors. */
const sharedChunksPerNew = 16;
const withChunks = `${fromFiles} JOIN content_chunk AS cc ON cc.content_id = c.id LEFT JOIN chunk AS k ON k.id = cc.chunk_id`;
export const inSnapshot = 'f.snapshot = ?1 AND f.generation = ?2';

type Select = <Row>(key: SnapshotKey, sql: string, ...values: unknown[]) => Promise<readonly Row[]>;

/** Returns a function that reads rows of one published snapshot: `?1` and `?2` of the statement are its number and generation. */
export function selector(databases: IndexDatabases): Select {
  return (key, sql, ...values) =>
    allRows(
      databases(key.shard)
        .prepare(sql)
        .bind(key.snapshot, key.generation, ...values),
    );
}

/** Like `selector`, for reads of few rows: reads that are requested together are sent in one call. */
export function batchingSelector(databases: IndexDatabases): Select {
  return (key, sql, ...values) => {
    const database = databases(key.shard);
    return readBatched(database, database.prepare(sql).bind(key.snapshot, key.generation, ...values));
  };
}

export function chunkReads(
  databases: IndexDatabases,
): Pick<
  ChunkStore,
  | 'fileRanges'
  | 'compareFiles'
  | 'chunksOfRange'
  | 'chunksOfFiles'
  | 'chunksByKey'
  | 'chunksAt'
  | 'chunksInRanges'
> {
  const select = selector(databases);
  const selectFew = batchingSelector(databases);
  return {
    async fileRanges(key, chunksPerRange, other) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(o.id IS NULL, c.chunks, c.chunks / ${sharedChunksPerNew}.0) AS weight ${fromFiles} ${joinOtherSnapshot}
         WHERE ${inSnapshot} ORDER BY f.id`,
        other?.snapshot ?? null,
        other?.generation ?? null,
      );
      return splitIntoRanges(rows, chunksPerRange);
    },
    async compareFiles(key, other, { firstFile, lastFile }) {
      const rows = await select<{ id: number; chunks: number; other: number | null }>(
        key,
        `SELECT f.id, c.chunks, o.id AS other ${fromFiles} ${joinOtherSnapshot}
         WHERE ${inSnapshot} AND f.id BETWEEN ?5 AND ?6 ORDER BY f.id`,
        other.snapshot,
        other.generation,
        firstFile,
        lastFile,
      );
      return rows.map(({ id, chunks, other: otherFile }) => ({
        file: id,
        chunks,
        same:
          otherFile === null
            ? undefined
            : { from: otherFile * chunksPerFile, to: id * chunksPerFile, count: chunks },
      }));
    },
    async chunksOfRange(key, { firstFile, lastFile }) {
      const rows = await select<ChunkRecord>(
        key,
        `SELECT ${chunkColumns} ${withChunks} WHERE ${inSnapshot} AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id, cc.ordinal`,
        firstFile,
        lastFile,
      );
      return (await intactChunks(key, rows)).map(toChunkRow);
    },
    async chunksOfFiles(key, files) {
      const rows = await select<ChunkRecord>(
        key,
        `SELECT ${chunkColumns} ${withChunks} WHERE ${inSnapshot} AND f.id IN (SELECT value FROM json_each(?3)) ORDER BY f.id, cc.ordinal`,
        JSON.stringify(files),
      );
      return (await intactChunks(key, rows)).map(toChunkRow);
    },
    chunksByKey: (key, keys) => readChunksByKey(databases, key, keys),
    chunksInRanges: (key, ranges) => readChunksInRanges(databases, key, ranges),
    async chunksAt(key, positions) {
      const rows = await selectFew<ChunkRecord>(
        key,
        `SELECT ${chunkColumns} FROM json_each(?3) AS j
         CROSS JOIN file AS f ON ${inSnapshot} AND f.path = j.value ->> 0
         CROSS JOIN content AS c ON c.id = f.content_id AND j.value ->> 1 BETWEEN 1 AND c.lines
         LEFT JOIN content_chunk AS cc ON cc.content_id = c.id AND j.value ->> 1 BETWEEN cc.start_line AND cc.end_line
         LEFT JOIN chunk AS k ON k.id = cc.chunk_id
         GROUP BY f.id, cc.ordinal ORDER BY min(j.key)`,
        JSON.stringify(positions.map((position) => [position.path, position.line])),
      );
      return (await intactChunks(key, rows)).map(toChunkRow);
    },
  };
}

/** Finds the keys first, so that cached chunks are not read again. */
async function readChunksInRanges(
  databases: IndexDatabases,
  key: SnapshotKey,
  ranges: readonly SpanPosition[],
): Promise<readonly ChunkRow[]> {
  const found = await batchingSelector(databases)<{ key: number }>(
    key,
    `SELECT DISTINCT f.id * ${chunksPerFile} + cc.ordinal AS key FROM json_each(?3) AS j
     CROSS JOIN file AS f ON ${inSnapshot} AND f.path = j.value ->> 0
     CROSS JOIN content_chunk AS cc ON cc.content_id = f.content_id AND cc.start_line <= j.value ->> 2 AND cc.end_line >= j.value ->> 1`,
    JSON.stringify(ranges.map(({ path, startLine, endLine }) => [path, startLine, endLine])),
  );
  return readChunksByKey(
    databases,
    key,
    found.map((row) => row.key),
  );
}

/** Reads chunks by their keys, each once, ordered by key. Omits unknown keys. */
export async function readChunksByKey(
  databases: IndexDatabases,
  key: SnapshotKey,
  keys: readonly number[],
): Promise<readonly ChunkRow[]> {
  const chunks: ChunkRow[] = [];
  const uncached: (readonly [number, number])[] = [];
  for (const chunkKey of new Set(keys)) {
    const cached = cachedChunk(key, chunkKey);
    if (cached === undefined) uncached.push([Math.floor(chunkKey / chunksPerFile), chunkKey % chunksPerFile]);
    else chunks.push(toChunkRow(cached));
  }
  if (uncached.length > 0) {
    const rows = await batchingSelector(databases)<ChunkRecord>(
      key,
      `SELECT ${chunkColumns} FROM json_each(?3) AS j
       CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
       CROSS JOIN content AS c ON c.id = f.content_id AND j.value ->> 1 < c.chunks
       LEFT JOIN content_chunk AS cc ON cc.content_id = c.id AND cc.ordinal = j.value ->> 1
       LEFT JOIN chunk AS k ON k.id = cc.chunk_id`,
      JSON.stringify(uncached),
    );
    for (const row of await intactChunks(key, rows)) {
      cacheChunk(key, row);
      chunks.push(toChunkRow(row));
    }
  }
  return chunks.toSorted((a, b) => a.key - b.key);
}

/** Splits files, ordered by id, into ranges with a total weight of at most `perRange`. A heavier file gets its own range. */
export function splitIntoRanges(
  files: readonly { readonly id: number; readonly weight: number }[],
  maxWeight: number,
): readonly { firstFile: number; lastFile: number }[] {
  const ranges: { firstFile: number; lastFile: number }[] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const last = ranges.at(-1);
    if (last === undefined || weight + file.weight > maxWeight) {
      ranges.push({ firstFile: file.id, lastFile: file.id });
      weight = file.weight;
    } else {
      last.lastFile = file.id;
      weight += file.weight;
    }
  }
  return ranges;
}
