/** Stores cited files in the index database of their repository, so that one transaction deletes citations and unreferenced files. */

import type { ConversationRecord } from '../../ports/catalog/conversation-catalog.ts';
import type { CitedFiles, RetainedFile } from '../../ports/conversations.ts';
import { deleteInSlices } from './sql/delete-in-slices.ts';
import {
  allRows,
  firstRow,
  runBatch,
  createSlicedStatements,
  type IndexDatabases,
} from './sql/statements.ts';

const maxFiles = 300;
/** D1 allows 2,000,000 bytes per value (https://developers.cloudflare.com/d1/platform/limits/). */
const maxBytes = 1_900_000;
/** Files per transaction when a repository is removed. The number is small, because a file may be large. */
const filesPerTransaction = 20;

const fromConversation = 'repository = ?1 AND viewer = ?2 AND conversation = ?3';

interface FileRecord {
  path: string;
  commit_id: string;
  hash: string;
  language: string;
  encoding: string;
  lines: number;
  text: string;
  masked: string;
  indexed_at: number;
  removed_at: number;
}

export function createD1CitedFiles(databases: IndexDatabases): CitedFiles {
  return {
    maxFiles,
    maxBytes,
    async record(shard, { repositoryId, viewer, id }, files) {
      const database = databases(shard);
      const statements = createSlicedStatements(
        database,
        `INSERT OR IGNORE INTO citation (repository, viewer, conversation, snapshot, path)
         SELECT ?2, ?3, ?4, value ->> 0, value ->> 1 FROM json_each(?1)
         LIMIT max(0, ${maxFiles} - (SELECT count(*) FROM citation WHERE repository = ?2 AND viewer = ?3 AND conversation = ?4))`,
        files.map(({ snapshot, path }) => [snapshot, path]),
        [repositoryId, viewer, id],
      );
      if (statements.length > 0) await runBatch(database, statements);
    },
    async listUnretained(shard, snapshot) {
      const rows = await allRows<{ path: string }>(
        databases(shard)
          .prepare(
            `SELECT DISTINCT path FROM citation WHERE snapshot = ?1
               AND path NOT IN (SELECT path FROM cited_file WHERE snapshot = ?1) ORDER BY path`,
          )
          .bind(snapshot),
      );
      return rows.map(({ path }) => path);
    },
    async retain(shard, snapshot, files) {
      const database = databases(shard);
      if (files.length > 0)
        await runBatch(
          database,
          files.map((file) => insertFile(database, snapshot, file)),
        );
    },
    async read(shard, repositoryId, { snapshot, path }) {
      const row = await firstRow<FileRecord>(
        databases(shard)
          .prepare('SELECT * FROM cited_file WHERE snapshot = ?1 AND path = ?2 AND repository = ?3')
          .bind(snapshot, path, repositoryId),
      );
      return row === undefined ? undefined : toRetainedFile(row);
    },
    async removeConversation(shard, { repositoryId, viewer, id }: ConversationRecord) {
      const database = databases(shard);
      const run = (sql: string) => database.prepare(sql).bind(repositoryId, viewer, id);
      await runBatch(database, [
        run(
          `DELETE FROM cited_file WHERE (snapshot, path) IN (SELECT snapshot, path FROM citation WHERE ${fromConversation})
             AND NOT EXISTS (SELECT 1 FROM citation AS other WHERE other.snapshot = cited_file.snapshot
               AND other.path = cited_file.path AND NOT (other.${fromConversation.replaceAll(' AND ', ' AND other.')}))`,
        ),
        run(`DELETE FROM citation WHERE ${fromConversation}`),
      ]);
    },
    async removeRepository(shard, repositoryId) {
      const database = databases(shard);
      const rows = { where: 'repository = ?1', values: [repositoryId] };
      await deleteInSlices(database, {
        ...rows,
        table: 'cited_file',
        key: 'snapshot, path',
        sliceSize: filesPerTransaction,
      });
      const key = 'repository, viewer, conversation, snapshot, path';
      await deleteInSlices(database, { ...rows, table: 'citation', key });
    },
  };
}

function insertFile(
  database: D1Database,
  { id, repositoryId }: { readonly id: string; readonly repositoryId: string },
  file: RetainedFile,
): D1PreparedStatement {
  return database
    .prepare(
      `INSERT OR IGNORE INTO cited_file (snapshot, path, repository, commit_id, hash, language, encoding, lines, text, masked,
         indexed_at, removed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
    )
    .bind(
      id,
      file.path,
      repositoryId,
      file.commit,
      file.hash,
      file.language,
      file.encoding,
      file.lines,
      file.text,
      JSON.stringify(file.masked),
      file.indexedAt,
      file.removedAt,
    );
}

function toRetainedFile(row: FileRecord): RetainedFile {
  return {
    path: row.path,
    commit: row.commit_id,
    hash: row.hash,
    language: row.language,
    encoding: row.encoding,
    lines: row.lines,
    text: row.text,
    masked: JSON.parse(row.masked) as RetainedFile['masked'],
    indexedAt: row.indexed_at,
    removedAt: row.removed_at,
  };
}
