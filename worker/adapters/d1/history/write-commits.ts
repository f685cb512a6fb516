/** Stores commits with their files, the numbers their messages mention and their search terms, in one transaction. */

import type { HistoryKey, HistoryStore, NewCommit } from '../../../ports/history-store.ts';
import { changedWordsStatements } from './changed-words.ts';
import { recordMembers, checkCommitLimit } from './version-commits.ts';
import { commitTextTable, commitTextStatements } from './search-commits.ts';
import { run, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

export function commitWrites(databases: IndexDatabases): Pick<HistoryStore, 'saveCommits' | 'retainCommits'> {
  return {
    async retainCommits(key, ids) {
      const database = databases(key.shard);
      await run(versionStatement(database, key));
      await recordMembers(database, key, ids);
    },
    async saveCommits(key, commits) {
      const database = databases(key.shard);
      await checkCommitLimit(database, key, commits.length);
      const number = await commitTextTable.assignNumber(database, key.repository);
      const words = await changedWordsStatements(database, key.repository, commits);
      const textTable = { repository: key.repository, number };
      // Stored commits stay unchanged: later statements match only rows that are not filled yet, and the last statement fills them.
      await runBatch(database, [
        ...commitTextTable.createStatements(database, key.repository, number),
        versionStatement(database, key),
        ...createSlicedStatements(
          database,
          insertRows,
          commits.map(({ id }) => [id]),
          [key.repository],
        ),
        ...commitTextStatements(database, textTable, commits),
        ...words,
        ...fileStatements(database, key.repository, commits),
        ...createSlicedStatements(database, insertMentions, commits.flatMap(mentionRows), [key.repository]),
        ...createSlicedStatements(database, updateRows, commits.map(commitRow), [key.repository]),
      ]);
      await recordMembers(
        database,
        key,
        commits.map(({ id }) => id),
      );
    },
  };
}

/** Records that a version has a history. */
export function versionStatement(database: D1Database, key: HistoryKey): D1PreparedStatement {
  return database
    .prepare('INSERT OR IGNORE INTO history_version (snapshot, repository) VALUES (?1, ?2)')
    .bind(key.snapshot, key.repository);
}

/** Inserts empty rows for ids without a row; `updateRows` fills them when the commit is uploaded. */
export const insertRows = `INSERT INTO history_commit (repository, commit_id) SELECT ?2, value ->> 0 FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM history_commit AS h WHERE h.repository = ?2 AND h.commit_id = value ->> 0)
  ORDER BY key ON CONFLICT DO NOTHING`;
const joinUnfilled = `CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 0`;
export const insertPaths = `INSERT OR IGNORE INTO history_path (repository, path) SELECT ?2, value ->> 0 FROM json_each(?1)`;
const insertFiles = `INSERT OR IGNORE INTO history_file (path_id, history_commit_id, added, deleted, old_path_id)
  SELECT p.id, h.id, j.value ->> 2, j.value ->> 3, o.id FROM json_each(?1) AS j ${joinUnfilled}
  CROSS JOIN history_path AS p ON p.repository = ?2 AND p.path = j.value ->> 1
  LEFT JOIN history_path AS o ON o.repository = ?2 AND o.path = j.value ->> 4`;
const insertMentions = `INSERT OR IGNORE INTO history_mention (repository, number, history_commit_id)
  SELECT ?2, j.value ->> 1, h.id FROM json_each(?1) AS j ${joinUnfilled}`;
/** Finds each row by a subquery: a direct condition on ids would compare every commit of the repository with each id. */
const updateRows = `UPDATE history_commit SET is_known = 1, parents = j.value ->> 1, author = j.value ->> 2, authored_at = j.value ->> 3,
    committed_at = j.value ->> 4, message = j.value ->> 5, is_cut = j.value ->> 6, changed_files = j.value ->> 7,
    pull_request = j.value ->> 8, pull_request_title = j.value ->> 9, issues = j.value ->> 10
  FROM json_each(?1) AS j WHERE history_commit.id =
    (SELECT h.id FROM history_commit AS h WHERE h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 0)`;

function commitRow(commit: NewCommit): readonly unknown[] {
  return [
    commit.id,
    JSON.stringify(commit.parents),
    commit.author,
    commit.authoredAt,
    commit.committedAt,
    commit.message,
    commit.isCut ? 1 : 0,
    commit.files.length + commit.moreFiles,
    commit.pullRequest?.number ?? null,
    commit.pullRequest?.title ?? null,
    JSON.stringify(commit.issues),
  ];
}

function fileStatements(
  database: D1Database,
  repository: string,
  commits: readonly NewCommit[],
): D1PreparedStatement[] {
  const paths = new Set<string>();
  const files: (readonly unknown[])[] = [];
  for (const commit of commits)
    for (const { path, added, deleted, oldPath } of commit.files) {
      paths.add(path);
      if (oldPath !== undefined) paths.add(oldPath);
      files.push([commit.id, path, added, deleted, oldPath ?? null]);
    }
  return [
    ...createSlicedStatements(
      database,
      insertPaths,
      [...paths].map((path) => [path]),
      [repository],
    ),
    ...createSlicedStatements(database, insertFiles, files, [repository]),
  ];
}

function mentionRows(commit: NewCommit): readonly (readonly unknown[])[] {
  const numbers = new Set([
    ...commit.issues,
    ...(commit.pullRequest === undefined ? [] : [commit.pullRequest.number]),
  ]);
  return [...numbers].map((number) => [commit.id, number]);
}
