/** Reads whole files, the list of files, and the files that indexing skipped. */

import type { Encoding, FileRole, SkippedFile } from '../../../core/files/file.ts';
import type { Counts, SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkStore, ListedFile, StoredFile } from '../../../ports/chunk-store.ts';
import { intactFiles } from './verify-text.ts';
import { parseMasks } from './chunk-record.ts';
import { fromFiles, inSnapshot, selector } from './read-chunks.ts';
import type { IndexDatabases } from '../sql/statements.ts';

/** Joins the chunks of a file in order, which restores its text byte for byte. */
const joinedChunks = `(SELECT group_concat(k.raw, '' ORDER BY cc.ordinal) FROM content_chunk AS cc JOIN chunk AS k ON k.id = cc.chunk_id
          WHERE cc.content_id = c.id)`;

const maxSkippedMatches = 500;
const maxFileMatches = 2_000;
const skippedRows = 'FROM skipped WHERE snapshot = ?1 AND generation = ?2';

type FileReads = Pick<
  ChunkStore,
  | 'listFiles'
  | 'countFiles'
  | 'listContents'
  | 'findFiles'
  | 'readFile'
  | 'readFiles'
  | 'coverage'
  | 'skippedByReason'
  | 'findSkipped'
  | 'counts'
  | 'maxSkippedMatches'
  | 'maxFileMatches'
>;

export function fileReads(databases: IndexDatabases): FileReads {
  const select = selector(databases);
  const readFiles = async (key: SnapshotKey, paths: readonly string[]): Promise<readonly StoredFile[]> => {
    const rows = await select<FileRecord>(
      key,
      `SELECT f.path, f.role, c.language, c.lines, c.hash, c.encoding, c.masks,
         ${joinedChunks} AS text
       ${fromFiles} WHERE ${inSnapshot} AND f.path IN (SELECT value FROM json_each(?3)) ORDER BY f.id`,
      JSON.stringify(paths),
    );
    const intact = await intactFiles(key, rows);
    return intact.map((row) => ({ ...row, text: row.text ?? '', masks: parseMasks(row.masks) }));
  };

  return {
    async listFiles(key) {
      const rows = await select<Omit<ListedFile, 'package'> & { package: string | null }>(
        key,
        `SELECT f.path, f.role, f.package, coalesce(c.language, 'text') AS language, coalesce(c.lines, 0) AS lines,
           coalesce(c.bytes, 0) AS bytes
         FROM file AS f LEFT JOIN content AS c ON c.id = f.content_id WHERE ${inSnapshot} ORDER BY f.path`,
      );
      return rows.map(({ package: folder, ...row }) => (folder === null ? row : { ...row, package: folder }));
    },
    listContents: (key) =>
      select(
        key,
        `SELECT f.path, c.hash, c.language, c.lines ${fromFiles} WHERE ${inSnapshot} ORDER BY f.path`,
      ),
    maxFileMatches,
    findFiles(key, { paths, hashes }) {
      return select<{ path: string; hash: string; lines: number }>(
        key,
        `SELECT f.path, c.hash, c.lines ${fromFiles} WHERE ${inSnapshot} AND f.path IN (SELECT value FROM json_each(?3))
         UNION SELECT f.path, c.hash, c.lines ${fromFiles} WHERE ${inSnapshot}
           AND f.content_id IN (SELECT id FROM content WHERE hash IN (SELECT value FROM json_each(?4)))
         ORDER BY f.path LIMIT ${maxFileMatches}`,
        JSON.stringify(paths),
        JSON.stringify(hashes),
      );
    },
    async readFile(key, path) {
      return (await readFiles(key, [path]))[0];
    },
    readFiles,
    maxSkippedMatches,
    async skippedByReason(key) {
      const rows = await select<{ reason: string; files: number }>(
        key,
        `SELECT reason, count(*) AS files ${skippedRows} GROUP BY reason`,
      );
      return Object.fromEntries(rows.map(({ reason, files }) => [reason, files]));
    },
    findSkipped(key, paths) {
      // Compares suffixes instead of using LIKE, because a path is not a pattern.
      return select<SkippedFile>(
        key,
        `SELECT DISTINCT s.path, s.reason, s.detail FROM json_each(?3) AS j, skipped AS s
         WHERE s.snapshot = ?1 AND s.generation = ?2 AND (s.path = j.value OR substr(s.path, -1 - length(j.value)) = '/' || j.value
           OR instr('/' || s.path, '/' || rtrim(j.value, '/') || '/') > 0)
         ORDER BY length(s.path), s.path LIMIT ${maxSkippedMatches}`,
        JSON.stringify(paths.filter((path) => path !== '')),
      );
    },
    async coverage(key) {
      const [skipped, masked] = await Promise.all([
        select<SkippedFile>(key, `SELECT path, reason, detail ${skippedRows} ORDER BY path`),
        select<{ path: string; line: number; rule: string }>(
          key,
          `SELECT f.path, m.value ->> 'line' AS line, m.value ->> 'rule' AS rule ${fromFiles}, json_each(c.masks) AS m
           WHERE ${inSnapshot} AND c.masks IS NOT NULL ORDER BY f.path, line`,
        ),
      ]);
      return { skipped, masked };
    },
    ...countReads(select),
  };
}

function countReads(select: ReturnType<typeof selector>): Pick<ChunkStore, 'countFiles' | 'counts'> {
  return {
    async countFiles(key, folder) {
      // A range instead of LIKE uses the index, and a path is not a pattern. `0` is the character after `/`.
      const [row] = await select<{ files: number }>(
        key,
        `SELECT count(*) AS files FROM file AS f WHERE ${inSnapshot} AND f.path > ?3 || '/' AND f.path < ?3 || '0'`,
        folder,
      );
      return row?.files ?? 0;
    },
    async counts(key) {
      const rows = await select<Counts>(
        key,
        `SELECT count(*) AS files, coalesce(sum(c.lines), 0) AS lines, coalesce(sum(c.chunks), 0) AS chunks,
           coalesce(sum(c.symbols), 0) AS symbols, 0 AS edges,
           (SELECT count(*) ${skippedRows}) AS skipped
         ${fromFiles} WHERE ${inSnapshot}`,
      );
      return rows[0] ?? { files: 0, lines: 0, chunks: 0, symbols: 0, edges: 0, skipped: 0 };
    },
  };
}

interface FileRecord {
  path: string;
  role: FileRole;
  language: string;
  lines: number;
  hash: string;
  encoding: Encoding;
  masks: string | null;
  text: string | null;
}
