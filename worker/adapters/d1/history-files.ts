/** What is told of commits and files after they are stored: which files a commit changed, and which files nothing is known of yet. */

import { messageParts } from '../../core/message-parts.ts';
import { termsOf } from '../../core/terms.ts';
import type { CommitFiles, HistoryStore } from '../../ports/history-store.ts';
import { membersOf } from './history-members.ts';
import { ofMembers, withMembers } from './history-ranges.ts';
import { historyTable, pathTerms } from './history-text.ts';
import { insertPaths } from './history-writes.ts';
import { allRows, runBatch, statementsOver, type IndexDatabases } from './statements.ts';

type Later = Pick<
  HistoryStore,
  'saveFiles' | 'bareCommits' | 'withUnknownParents' | 'withoutFiles' | 'withoutOrigins'
>;

/** Of commits that are stored and of which no file is; merges change nothing of their own. */
const bare = `CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 1 AND h.changed_files = 0
    AND json_array_length(h.parents) < 2`;
const insertFiles = `INSERT OR IGNORE INTO history_file (path_id, history_commit_id, added, deleted, old_path_id)
  SELECT p.id, h.id, j.value ->> 2, j.value ->> 3, o.id FROM json_each(?1) AS j ${bare}
  CROSS JOIN history_path AS p ON p.repository = ?2 AND p.path = j.value ->> 1
  LEFT JOIN history_path AS o ON o.repository = ?2 AND o.path = j.value ->> 4`;
const updateRows = `UPDATE history_commit SET changed_files = j.value ->> 1 FROM json_each(?1) AS j WHERE history_commit.id =
  (SELECT h.id FROM history_commit AS h WHERE h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 1 AND h.changed_files = 0
    AND json_array_length(h.parents) < 2)`;

export function laterFiles(databases: IndexDatabases): Later {
  return {
    async saveFiles({ shard, repository }, commits) {
      const database = databases(shard);
      const number = await historyTable.numberOf(database, repository);
      if (number === undefined || commits.length === 0) return;
      const files = commits.flatMap(({ commit, files: own }) =>
        own.map(({ path, added, deleted, oldPath }) => [commit, path, added, deleted, oldPath ?? null]),
      );
      const paths = new Set(
        commits.flatMap(({ files: own }) => own.flatMap(({ path, oldPath }) => [path, oldPath ?? path])),
      );
      const over = (sql: string, rows: readonly (readonly unknown[])[]) =>
        statementsOver(database, sql, rows, [repository]);
      await runBatch(database, [
        ...over(
          insertPaths,
          [...paths].map((path) => [path]),
        ),
        ...over(insertFiles, files),
        ...over(
          historyTable.fill(number, { id: 'h.id', join: bare }),
          await textsOf(database, repository, commits),
        ),
        ...over(
          updateRows,
          commits.map(({ commit, files: own, moreFiles }) => [commit, own.length + moreFiles]),
        ),
      ]);
    },
    async bareCommits({ shard, repository }, ids) {
      const rows = await allRows<{ commit_id: string }>(
        databases(shard)
          .prepare(`SELECT h.commit_id FROM json_each(?1) AS j ${bare} ORDER BY j.key`)
          .bind(JSON.stringify(ids.map((id) => [id])), repository),
      );
      return rows.map((row) => row.commit_id);
    },
    async withUnknownParents(key) {
      const rows = await allRows<{ commit_id: string }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.commit_id FROM history_commit AS h ${ofMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 AND EXISTS (SELECT 1 FROM json_each(h.parents) AS p WHERE NOT EXISTS
               (SELECT 1 FROM history_commit AS k WHERE k.repository = ?2 AND k.commit_id = p.value AND k.is_known = 1))
             LIMIT 1000`,
          )
          .bind(await membersOf(databases, key), key.repository),
      );
      return rows.map((row) => row.commit_id);
    },
    async withoutFiles(key, limit) {
      const rows = await allRows<{ commit_id: string; total: number }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.commit_id, count(*) OVER () AS total FROM history_commit AS h ${ofMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 AND h.changed_files = 0
               AND json_array_length(h.parents) < 2
             ORDER BY h.committed_at DESC, h.id LIMIT ?3`,
          )
          .bind(await membersOf(databases, key), key.repository, limit),
      );
      return { commits: rows.map((row) => row.commit_id), total: rows[0]?.total ?? 0 };
    },
    async withoutOrigins(key, limit) {
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

async function textsOf(
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
    const { subject, body } = messageParts(messages.get(commit) ?? '');
    return [commit, termsOf(subject).join(' '), termsOf(body).join(' '), pathTerms(files)];
  });
}
