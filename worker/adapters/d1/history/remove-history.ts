/**
 * Removes the history of a version, and the commits that no other version of its repository contains. Each transaction deletes some commits
 * with their files, so that every remaining commit is complete. Nothing is deleted while an import that may need it is running.
 */

import type { HistoryStore } from '../../../ports/history-store.ts';
import { deleteInSlices, forEachSlice } from '../sql/delete-in-slices.ts';
import { isInRanges, parseRanges } from './row-ranges.ts';
import { changedWordsTable } from './changed-words.ts';
import { commitTextTable } from './search-commits.ts';
import { allRows, runBatch, type IndexDatabases } from '../sql/statements.ts';

type Ranges = readonly (readonly [number, number])[];

export function historyRemoval(databases: IndexDatabases): Pick<HistoryStore, 'remove' | 'removeRepository'> {
  return {
    async removeRepository({ shard, repository }) {
      const database = databases(shard);
      const versions = await allRows<{ snapshot: number }>(
        database.prepare('SELECT snapshot FROM history_version WHERE repository = ?1').bind(repository),
      );
      for (const { snapshot } of versions) await removeVersion(database, snapshot);
      await removeAll(database, repository);
    },
    async remove({ shard, snapshot, generation, repository }) {
      // Commits belong to the snapshot, not to one of its generations.
      if (generation !== undefined) return;
      const database = databases(shard);
      await removeVersion(database, snapshot);
      const remainingVersions = await allRows<{ members: string | null; is_complete: number }>(
        database
          .prepare('SELECT members, is_complete FROM history_version WHERE repository = ?1')
          .bind(repository),
      );
      if (remainingVersions.length === 0) await removeAll(database, repository);
      // An import that is not complete may need any commit.
      else if (remainingVersions.every((version) => version.is_complete === 1))
        await removeOrphans(
          database,
          repository,
          remainingVersions.map((version) => parseRanges(version.members ?? '[]')),
        );
    },
  };
}

async function removeVersion(database: D1Database, snapshot: number): Promise<void> {
  const filter = { where: 'snapshot = ?1', values: [snapshot] };
  await deleteInSlices(database, { table: 'version_origins', key: 'snapshot, path', ...filter });
  await deleteInSlices(database, { table: 'history_version', key: 'snapshot', ...filter });
}

/** How many commits, with their files, one transaction deletes. */
const commitsPerTransaction = 100;
/** How many rows of line origins one transaction deletes. A row contains a whole file and may be large. */
const originsPerTransaction = 50;

const noVersion = 'NOT EXISTS (SELECT 1 FROM history_version WHERE repository = ?1)';
const noImport = 'NOT EXISTS (SELECT 1 FROM history_version WHERE repository = ?1 AND is_complete = 0)';

/** Removes all history of a repository, provided that none of its versions has any. */
async function removeAll(database: D1Database, repository: string): Promise<void> {
  const rows = await allRows<{ id: number }>(
    database.prepare('SELECT id FROM history_commit WHERE repository = ?1').bind(repository),
  );
  await removeCommits(database, { repository, ids: rows.map(({ id }) => id), condition: noVersion });
  const where = `repository = ?1 AND ${noVersion}`;
  const values = [repository];
  await deleteInSlices(database, {
    table: 'line_origins',
    key: 'id',
    where,
    values,
    sliceSize: originsPerTransaction,
  });
  await deleteInSlices(database, { table: 'history_path', key: 'id', where, values });
  const versions = await allRows(
    database.prepare('SELECT 1 FROM history_version WHERE repository = ?1').bind(repository),
  );
  const tables = await findTextTables(database, repository);
  if (versions.length > 0 || tables.length === 0) return;
  await runBatch(database, [
    ...tables.map((table) => database.prepare(`DROP TABLE IF EXISTS ${table}`)),
    database.prepare('DELETE FROM history_words_repository WHERE repository = ?1').bind(repository),
    database.prepare('DELETE FROM history_tag WHERE repository = ?1').bind(repository),
    database.prepare('DELETE FROM history_repository WHERE repository = ?1').bind(repository),
  ]);
}

/** Names the full-text tables of the repository. */
async function findTextTables(database: D1Database, repository: string): Promise<readonly string[]> {
  const tables = await Promise.all(
    [commitTextTable, changedWordsTable].map(async (table) => {
      const number = await table.findNumber(database, repository);
      return number === undefined ? [] : [table.tableName(number)];
    }),
  );
  return tables.flat();
}

/** Removes the commits and line origins that no remaining version of the repository references. */
async function removeOrphans(
  database: D1Database,
  repository: string,
  memberRanges: readonly Ranges[],
): Promise<void> {
  // Line origins may refer to commits that were stored after their version was completed and are in no range yet.
  const rows = await allRows<{ id: number }>(
    database
      .prepare(
        `SELECT id FROM history_commit WHERE repository = ?1 AND id NOT IN
           (SELECT j.value FROM line_origins AS o CROSS JOIN json_each(o.commits) AS j
            WHERE o.repository = ?1 AND EXISTS (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = o.id))`,
      )
      .bind(repository),
  );
  const ids = rows.map(({ id }) => id).filter((id) => !memberRanges.some((ranges) => isInRanges(ranges, id)));
  await removeCommits(database, { repository, ids, condition: noImport });
  const values = [repository];
  await deleteInSlices(database, {
    table: 'line_origins',
    key: 'id',
    where: `repository = ?1 AND ${noImport} AND NOT EXISTS
      (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = line_origins.id)`,
    values,
    sliceSize: originsPerTransaction,
  });
  await runBatch(database, [
    // Reads the old names once for all paths, since no index covers them.
    database
      .prepare(
        `DELETE FROM history_path WHERE repository = ?1
           AND NOT EXISTS (SELECT 1 FROM history_file AS f WHERE f.path_id = history_path.id)
           AND id NOT IN (SELECT f.old_path_id FROM history_file AS f WHERE f.old_path_id IS NOT NULL
             AND f.history_commit_id IN (SELECT id FROM history_commit WHERE repository = ?1))`,
      )
      .bind(repository),
  ]);
}

/** @param condition the SQL condition under which commits may be deleted, checked by each statement */
async function removeCommits(
  database: D1Database,
  { repository, ids, condition }: { repository: string; ids: readonly number[]; condition: string },
): Promise<void> {
  const tables = await findTextTables(database, repository);
  const removals = [
    ...tables.map((table) => `DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?2))`),
    'DELETE FROM history_patch WHERE history_commit_id IN (SELECT value FROM json_each(?2))',
    'DELETE FROM history_file WHERE history_commit_id IN (SELECT value FROM json_each(?2))',
    'DELETE FROM history_mention WHERE repository = ?1 AND history_commit_id IN (SELECT value FROM json_each(?2))',
    'DELETE FROM history_commit WHERE id IN (SELECT value FROM json_each(?2))',
  ];
  await forEachSlice(ids, commitsPerTransaction, (slice) =>
    runBatch(
      database,
      removals.map((sql) =>
        database.prepare(`${sql} AND ${condition}`).bind(repository, JSON.stringify(slice)),
      ),
    ),
  );
}
