/**
 * Stores the terms of chunks with their content. A snapshot that shares the content copies the terms to its keyword index inside the
 * database, which saves reading and splitting the texts: two thirds of the cost of indexing them.
 */

import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { IndexedChunk, IndexedFile, FileToIndex, TextIndex } from '../../../ports/text-index.ts';
import { chunksPerFile, fromFiles, inSnapshot, selector, splitIntoRanges } from './read-chunks.ts';
import { createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

/** How many chunks with stored terms cost as much as one chunk whose terms must be computed. */
const storedChunksPerComputed = 16;

/** The ids of all term rows of content `c` form one range. */
const inContent = `BETWEEN c.id * ${chunksPerFile} AND c.id * ${chunksPerFile} + ${chunksPerFile - 1}`;
const hasStoredTerms = (version: string): string =>
  `c.chunks = (SELECT count(*) FROM chunk_terms AS t WHERE t.id ${inContent} AND t.version = ${version})`;

export function termReads(databases: IndexDatabases): Pick<TextIndex, 'ranges' | 'files'> {
  const select = selector(databases);
  return {
    async ranges(key, version, chunksPerRange) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(${hasStoredTerms('?3')}, c.chunks / ${storedChunksPerComputed}.0, c.chunks) AS weight ${fromFiles}
         WHERE ${inSnapshot} ORDER BY f.id`,
        version,
      );
      return splitIntoRanges(rows, chunksPerRange);
    },
    async files(key, version, { firstFile, lastFile }) {
      const rows = await select<Omit<FileToIndex, 'isReused'> & { is_reused: number }>(
        key,
        `SELECT f.id, f.path, f.content_id AS content, c.chunks, ${hasStoredTerms('?5')} AS is_reused ${fromFiles}
         WHERE ${inSnapshot} AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id`,
        firstFile,
        lastFile,
        version,
      );
      return rows.map(({ is_reused, ...file }) => ({ ...file, isReused: is_reused === 1 }));
    },
  };
}

interface IndexedRange {
  readonly version: number;
  readonly files: readonly IndexedFile[];
  readonly chunks: readonly IndexedChunk[];
}

/** Stores new terms, and inserts the terms of the files into `table`. */
export function termStatements(
  database: D1Database,
  { key, table }: { readonly key: SnapshotKey; readonly table: string },
  { version, files, chunks }: IndexedRange,
): D1PreparedStatement[] {
  const newTerms = chunks.map((chunk) => [chunk.key, chunk.symbols, chunk.prose, chunk.code]);
  const paths = files.map((file) => [file.id, file.path]);
  const reusedFileIds = files.filter((file) => file.isReused).map((file) => [file.id]);
  const parameters = [version, key.snapshot, key.generation];
  return [
    ...createSlicedStatements(database, storeTerms, newTerms, parameters),
    ...createSlicedStatements(database, requireStoredTerms, reusedFileIds, parameters),
    ...createSlicedStatements(
      database,
      `INSERT OR REPLACE INTO ${table} (rowid, path, symbols, prose, code)
       SELECT f.id * ${chunksPerFile} + t.id % ${chunksPerFile}, j.value ->> 1, t.symbols, t.prose, t.code ${fromIndexedFiles}
       CROSS JOIN chunk_terms AS t ON t.id ${inContent} AND t.version = ?2`,
      paths,
      parameters,
    ),
  ];
}

const fromIndexedFiles = `FROM json_each(?1) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND f.snapshot = ?3 AND f.generation = ?4
       CROSS JOIN content AS c ON c.id = f.content_id`;
const storeTerms = `INSERT OR REPLACE INTO chunk_terms (id, version, symbols, prose, code)
  SELECT f.content_id * ${chunksPerFile} + (j.value ->> 0) % ${chunksPerFile}, ?2, j.value ->> 1, j.value ->> 2, j.value ->> 3
  FROM json_each(?1) AS j CROSS JOIN file AS f ON f.id = (j.value ->> 0) / ${chunksPerFile} AND f.snapshot = ?3 AND f.generation = ?4`;
/** Fails the transaction if terms that were stored when the part began are gone: `json()` fails on text that is not JSON. */
const requireStoredTerms = `SELECT json(iif(total(${hasStoredTerms('?2')}) = count(*), '1', 'another worker replaced the terms')) ${fromIndexedFiles}`;
