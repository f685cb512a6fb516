/**
 * Terms of chunks, kept with their content: what another state holds too goes from here to its keyword index within the database.
 * Reading and splitting texts is two thirds of what indexing them costs.
 */

import type { SnapshotKey } from '../../core/repository.ts';
import type { IndexedChunk, IndexedFile, TermedFile, TextIndex } from '../../ports/text-index.ts';
import { chunksPerFile, fromFiles, inSnapshot, selector, toRanges } from './read-chunks.ts';
import { statementsOver, type IndexDatabases } from './statements.ts';

/** How many chunks whose terms are kept cost what one does whose terms are to be made. */
const keptPerMade = 16;

/** Chunks of content `c` are terms of these: a place in a range of ids. */
const ofContent = `BETWEEN c.id * ${chunksPerFile} AND c.id * ${chunksPerFile} + ${chunksPerFile - 1}`;
const isKept = (version: string): string =>
  `c.chunks = (SELECT count(*) FROM chunk_terms AS t WHERE t.id ${ofContent} AND t.version = ${version})`;

export function termReads(databases: IndexDatabases): Pick<TextIndex, 'ranges' | 'files'> {
  const select = selector(databases);
  return {
    async ranges(key, version, chunksPerRange) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(${isKept('?3')}, c.chunks / ${keptPerMade}.0, c.chunks) AS weight ${fromFiles}
         WHERE ${inSnapshot} ORDER BY f.id`,
        version,
      );
      return toRanges(rows, chunksPerRange);
    },
    async files(key, version, { firstFile, lastFile }) {
      const rows = await select<Omit<TermedFile, 'isKept'> & { is_kept: number }>(
        key,
        `SELECT f.id, f.path, f.content_id AS content, c.chunks, ${isKept('?5')} AS is_kept ${fromFiles}
         WHERE ${inSnapshot} AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id`,
        firstFile,
        lastFile,
        version,
      );
      return rows.map(({ is_kept, ...file }) => ({ ...file, isKept: is_kept === 1 }));
    },
  };
}

interface IndexedRange {
  readonly version: number;
  readonly files: readonly IndexedFile[];
  readonly chunks: readonly IndexedChunk[];
}

/** Keeps the terms that are new, and fills `table` with those of the files. */
export function termStatements(
  database: D1Database,
  { key, table }: { readonly key: SnapshotKey; readonly table: string },
  { version, files, chunks }: IndexedRange,
): D1PreparedStatement[] {
  const made = chunks.map((chunk) => [chunk.key, chunk.symbols, chunk.prose, chunk.code]);
  const paths = files.map((file) => [file.id, file.path]);
  const kept = files.filter((file) => file.isKept).map((file) => [file.id]);
  const of = [version, key.snapshot, key.generation];
  return [
    ...statementsOver(database, keepTerms, made, of),
    ...statementsOver(database, requireKept, kept, of),
    ...statementsOver(
      database,
      `INSERT OR REPLACE INTO ${table} (rowid, path, symbols, prose, code)
       SELECT f.id * ${chunksPerFile} + t.id % ${chunksPerFile}, j.value ->> 1, t.symbols, t.prose, t.code ${ofFiles}
       CROSS JOIN chunk_terms AS t ON t.id ${ofContent} AND t.version = ?2`,
      paths,
      of,
    ),
  ];
}

const ofFiles = `FROM json_each(?1) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND f.snapshot = ?3 AND f.generation = ?4
       CROSS JOIN content AS c ON c.id = f.content_id`;
const keepTerms = `INSERT OR REPLACE INTO chunk_terms (id, version, symbols, prose, code)
  SELECT f.content_id * ${chunksPerFile} + (j.value ->> 0) % ${chunksPerFile}, ?2, j.value ->> 1, j.value ->> 2, j.value ->> 3
  FROM json_each(?1) AS j CROSS JOIN file AS f ON f.id = (j.value ->> 0) / ${chunksPerFile} AND f.snapshot = ?3 AND f.generation = ?4`;
/** Fails the transaction when terms that were kept when the part began are not: `json` of a sentence is an error. */
const requireKept = `SELECT json(iif(total(${isKept('?2')}) = count(*), '1', 'terms were replaced meanwhile')) ${ofFiles}`;
