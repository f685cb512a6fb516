/** Adds changed files to commits that were stored without them. Also lists commits and files whose history is still incomplete. */

import { splitCommitMessage } from '../../../core/history/commit-record.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { CommitFiles, HistoryStore } from '../../../ports/history-store.ts';
import { readMembersJson } from './version-commits.ts';
import { joinMembers, withMembers } from './row-ranges.ts';
import { commitTextTable, pathTerms } from './search-commits.ts';
import { insertPaths } from './write-commits.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

type ChangedFileStore = Pick<
  HistoryStore,
  | 'saveFiles'
  | 'filterCommitsWithoutFiles'
  | 'listCommitsWithUnknownParents'
  | 'listCommitsWithoutFiles'
  | 'listFilesWithoutOrigins'
>;

/** Joins stored commits without files. Merges are omitted, since they make no changes of their own. */
const storedWithoutFiles = `CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 1 AND h.changed_files = 0
    AND json_array_length(h.parents) < 2`;
const insertFiles = `INSERT OR IGNORE INTO history_file (path_id, history_commit_id, added, deleted, old_path_id)
  SELECT p.id, h.id, j.value ->> 2, j.value ->> 3, o.id FROM json_each(?1) AS j ${storedWithoutFiles}
  CROSS JOIN history_path AS p ON p.repository = ?2 AND p.path = j.value ->> 1
  LEFT JOIN history_path AS o ON o.repository = ?2 AND o.path = j.value ->> 4`;
const updateRows = `UPDATE history_commit SET changed_files = j.value ->> 1 FROM json_each(?1) AS j WHERE history_commit.id =
  (SELECT h.id FROM history_commit AS h WHERE h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 1 AND h.changed_files = 0
    AND json_array_length(h.parents) < 2)`;

export function changedFileStore(databases: IndexDatabases): ChangedFileStore {
  return {
    async saveFiles({ shard, repository }, commits) {
      const database = databases(shard);
      const number = await commitTextTable.findNumber(database, repository);
      if (number === undefined || commits.length === 0) return;
      const files = commits.flatMap(({ commit, files: changed }) =>
        changed.map(({ path, added, deleted, oldPath }) => [commit, path, added, deleted, oldPath ?? null]),
      );
      const paths = new Set(
        commits.flatMap(({ files: changed }) =>
          changed.flatMap(({ path, oldPath }) => [path, oldPath ?? path]),
        ),
      );
      const forRepository = (sql: string, rows: readonly (readonly unknown[])[]) =>
        createSlicedStatements(database, sql, rows, [repository]);
      await runBatch(database, [
        ...forRepository(
          insertPaths,
          [...paths].map((path) => [path]),
        ),
        ...forRepository(insertFiles, files),
        ...forRepository(
          commitTextTable.replaceSql(number, { id: 'h.id', join: storedWithoutFiles }),
          await termRows(database, repository, commits),
        ),
        ...forRepository(
          updateRows,
          commits.map(({ commit, files: changed, moreFiles }) => [commit, changed.length + moreFiles]),
        ),
      ]);
    },
    async filterCommitsWithoutFiles({ shard, repository }, ids) {
      const rows = await allRows<{ commit_id: string }>(
        databases(shard)
          .prepare(`SELECT h.commit_id FROM json_each(?1) AS j ${storedWithoutFiles} ORDER BY j.key`)
          .bind(JSON.stringify(ids.map((id) => [id])), repository),
      );
      return rows.map((row) => row.commit_id);
    },
    async listCommitsWithUnknownParents(key) {
      const rows = await allRows<{ commit_id: string }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.commit_id FROM history_commit AS h ${joinMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 AND EXISTS (SELECT 1 FROM json_each(h.parents) AS p WHERE NOT EXISTS
               (SELECT 1 FROM history_commit AS k WHERE k.repository = ?2 AND k.commit_id = p.value AND k.is_known = 1))
             LIMIT 1000`,
          )
          .bind(await readMembersJson(databases, key), key.repository),
      );
      return rows.map((row) => row.commit_id);
    },
    async listCommitsWithoutFiles(key, limit) {
      const rows = await allRows<{ commit_id: string; total: number }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.commit_id, count(*) OVER () AS total FROM history_commit AS h ${joinMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 AND h.changed_files = 0
               AND json_array_length(h.parents) < 2
             ORDER BY h.committed_at DESC, h.id LIMIT ?3`,
          )
          .bind(await readMembersJson(databases, key), key.repository, limit),
      );
      return { commits: rows.map((row) => row.commit_id), total: rows[0]?.total ?? 0 };
    },
    async listFilesWithoutOrigins(key, limit) {
      const rows = await allRows<{ path: string; hash: string; lines: number; total: number }>(
        databases(key.shard)
          .prepare(
            `SELECT f.path, c.hash, c.lines, count(*) OVER () AS total FROM file AS f CROSS JOIN content AS c ON c.id = f.content_id
             LEFT JOIN history_path AS p ON p.repository = ?3 AND p.path = f.path
             WHERE f.snapshot = ?1 AND f.generation = ?2 AND c.lines > 0 AND c.symbols > 0
               AND NOT EXISTS (SELECT 1 FROM version_origins AS v WHERE v.snapshot = ?1 AND v.path = f.path AND v.hash = c.hash)
             ORDER BY (SELECT max(h.committed_at) FROM history_file AS t CROSS JOIN history_commit AS h ON h.id = t.history_commit_id
               WHERE t.path_id = p.id) DESC, f.path LIMIT ?4`,
          )
          .bind(key.snapshot, key.generation, key.repository, limit),
      );
      return {
        files: rows.map(({ total: _total, ...file }) => file),
        total: rows[0]?.total ?? 0,
      };
    },
  };
}

async function termRows(
  database: D1Database,
  repository: string,
  commits: readonly CommitFiles[],
): Promise<readonly (readonly unknown[])[]> {
  const rows = await allRows<{ commit_id: string; message: string }>(
    database
      .prepare(
        `SELECT h.commit_id, h.message FROM json_each(?1) AS j CROSS JOIN history_commit AS h
         ON h.repository = ?2 AND h.commit_id = j.value`,
      )
      .bind(JSON.stringify(commits.map(({ commit }) => commit)), repository),
  );
  const messages = new Map(rows.map((row) => [row.commit_id, row.message]));
  return commits.map(({ commit, files }) => {
    const { subject, body } = splitCommitMessage(messages.get(commit) ?? '');
    return [commit, extractTerms(subject).join(' '), extractTerms(body).join(' '), pathTerms(files)];
  });
}
