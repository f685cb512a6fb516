/** Reads of files, chunks and symbols of one published state. */

import type { ChunkMetadata } from '../../core/chunk.ts';
import type { FileRole } from '../../core/file.ts';
import type { LocatedMask } from '../../core/parsed-file.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { ChunkRow, ChunkStore } from '../../ports/chunk-store.ts';
import { wholeChunks } from './check-text.ts';
import { keepChunk, keptChunk } from './chunk-cache.ts';
import { rowsTogether } from './rows-together.ts';
import { allRows, type IndexDatabases } from './statements.ts';

/**
 * A chunk's key is its file's row and its place in the file, in one number: full-text tables are keyed by it, so that a
 * hit leads to its chunk without a table in between. A file has under 65,536 chunks, its size being capped.
 */
export const chunksPerFile = 65_536;

/** What a chunk read selects; `f`, `c`, `cc` and `k` are file, content, content_chunk and chunk. */
const chunkColumns = `f.id * ${chunksPerFile} + cc.ordinal AS key, f.path, f.role, f.package, f.rank AS file_rank, c.language, c.lines, c.hash AS file_hash,
  cc.ordinal, cc.start_line, cc.end_line, cc.start_offset, cc.kind, cc.symbol, cc.metadata, c.masks, k.raw, k.hash AS chunk_hash,
  EXISTS (SELECT 1 FROM content_chunk AS n WHERE n.content_id = cc.content_id AND n.ordinal IN (cc.ordinal - 1, cc.ordinal + 1)
    AND n.start_line <= cc.end_line AND n.end_line >= cc.start_line) AS shares_line`;
export const fromFiles = `FROM file AS f JOIN content AS c ON c.id = f.content_id`;
/** The same content at the same path of another state. */
const besideFiles = `LEFT JOIN file AS o ON o.snapshot = ?3 AND o.generation = ?4 AND o.path = f.path AND o.content_id = f.content_id`;
/** How many chunks whose vectors another state has cost what one does that has none. */
const sharedPerOwn = 16;
const withChunks = `${fromFiles} JOIN content_chunk AS cc ON cc.content_id = c.id LEFT JOIN chunk AS k ON k.id = cc.chunk_id`;
export const inSnapshot = 'f.snapshot = ?1 AND f.generation = ?2';

interface ChunkRecord {
  key: number;
  path: string;
  role: FileRole;
  package: string | null;
  file_rank: number | null;
  language: string;
  lines: number;
  file_hash: string;
  ordinal: number;
  start_line: number;
  end_line: number;
  start_offset: number;
  kind: string;
  symbol: string | null;
  metadata: string;
  masks: string | null;
  raw: string;
  chunk_hash: string;
  shares_line: number;
}

type Select = <Row>(key: SnapshotKey, sql: string, ...values: unknown[]) => Promise<readonly Row[]>;

/** Rows of one published state: `?1` and `?2` of the statement are its snapshot and generation. */
export function selector(databases: IndexDatabases): Select {
  return (key, sql, ...values) =>
    allRows(
      databases(key.shard)
        .prepare(sql)
        .bind(key.snapshot, key.generation, ...values),
    );
}

/** The same for reads of few rows, which go in one call with others asked for at once. */
export function selectorTogether(databases: IndexDatabases): Select {
  return (key, sql, ...values) => {
    const database = databases(key.shard);
    return rowsTogether(database, database.prepare(sql).bind(key.snapshot, key.generation, ...values));
  };
}

export function chunkReads(
  databases: IndexDatabases,
): Pick<
  ChunkStore,
  'fileRanges' | 'filesBeside' | 'chunksOfRange' | 'chunksOfFiles' | 'chunksByKey' | 'chunksAt'
> {
  const select = selector(databases);
  const selectFew = selectorTogether(databases);
  return {
    async fileRanges(key, chunksPerRange, other) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(o.id IS NULL, c.chunks, c.chunks / ${sharedPerOwn}.0) AS weight ${fromFiles} ${besideFiles}
         WHERE ${inSnapshot} ORDER BY f.id`,
        other?.snapshot ?? null,
        other?.generation ?? null,
      );
      return toRanges(rows, chunksPerRange);
    },
    async filesBeside(key, other, { firstFile, lastFile }) {
      const rows = await select<{ id: number; chunks: number; other: number | null }>(
        key,
        `SELECT f.id, c.chunks, o.id AS other ${fromFiles} ${besideFiles}
         WHERE ${inSnapshot} AND f.id BETWEEN ?5 AND ?6 ORDER BY f.id`,
        other.snapshot,
        other.generation,
        firstFile,
        lastFile,
      );
      return rows.map(({ id, chunks, other: from }) => ({
        file: id,
        chunks,
        same:
          from === null ? undefined : { from: from * chunksPerFile, to: id * chunksPerFile, count: chunks },
      }));
    },
    async chunksOfRange(key, { firstFile, lastFile }) {
      const rows = await select<ChunkRecord>(
        key,
        `SELECT ${chunkColumns} ${withChunks} WHERE ${inSnapshot} AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id, cc.ordinal`,
        firstFile,
        lastFile,
      );
      return (await wholeChunks(key, rows)).map(toChunkRow);
    },
    async chunksOfFiles(key, files) {
      const rows = await select<ChunkRecord>(
        key,
        `SELECT ${chunkColumns} ${withChunks} WHERE ${inSnapshot} AND f.id IN (SELECT value FROM json_each(?3)) ORDER BY f.id, cc.ordinal`,
        JSON.stringify(files),
      );
      return (await wholeChunks(key, rows)).map(toChunkRow);
    },
    chunksByKey: (key, keys) => chunksOf(databases, key, keys),
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
      return (await wholeChunks(key, rows)).map(toChunkRow);
    },
  };
}

/** Chunks by their keys, each once, in the order of their places; those that are not there are left out. */
export async function chunksOf(
  databases: IndexDatabases,
  key: SnapshotKey,
  keys: readonly number[],
): Promise<readonly ChunkRow[]> {
  const found: ChunkRow[] = [];
  const wanted: (readonly [number, number])[] = [];
  for (const one of new Set(keys)) {
    const known = keptChunk(key, one);
    if (known === undefined) wanted.push([Math.floor(one / chunksPerFile), one % chunksPerFile]);
    else found.push(known);
  }
  if (wanted.length > 0) {
    const rows = await selectorTogether(databases)<ChunkRecord>(
      key,
      `SELECT ${chunkColumns} FROM json_each(?3) AS j
       CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
       CROSS JOIN content AS c ON c.id = f.content_id AND j.value ->> 1 < c.chunks
       LEFT JOIN content_chunk AS cc ON cc.content_id = c.id AND cc.ordinal = j.value ->> 1
       LEFT JOIN chunk AS k ON k.id = cc.chunk_id`,
      JSON.stringify(wanted),
    );
    for (const row of await wholeChunks(key, rows)) {
      const chunk = toChunkRow(row);
      keepChunk(key, chunk);
      found.push(chunk);
    }
  }
  return found.toSorted((a, b) => a.key - b.key);
}

function toChunkRow(row: ChunkRecord): ChunkRow {
  return {
    key: row.key,
    path: row.path,
    role: row.role,
    fileRank: row.file_rank ?? 0,
    ...(row.package === null ? {} : { package: row.package }),
    language: row.language,
    lines: row.lines,
    fileHash: row.file_hash,
    ordinal: row.ordinal,
    startLine: row.start_line,
    endLine: row.end_line,
    startOffset: row.start_offset,
    kind: row.kind,
    symbol: row.symbol ?? undefined,
    metadata: JSON.parse(row.metadata) as ChunkMetadata,
    masks: toMasks(row.masks),
    raw: row.raw,
    ...(row.shares_line === 1 ? { sharesLine: true } : {}),
  };
}

export function toMasks(json: string | null): readonly LocatedMask[] {
  return json === null ? [] : (JSON.parse(json) as LocatedMask[]);
}

/** Ranges of about `perRange` each, in the order of ids. */
export function toRanges(
  files: readonly { readonly id: number; readonly weight: number }[],
  perRange: number,
): readonly { firstFile: number; lastFile: number }[] {
  const ranges: { firstFile: number; lastFile: number }[] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const last = ranges.at(-1);
    if (last === undefined || weight + file.weight > perRange) {
      ranges.push({ firstFile: file.id, lastFile: file.id });
      weight = file.weight;
    } else {
      last.lastFile = file.id;
      weight += file.weight;
    }
  }
  return ranges;
}
