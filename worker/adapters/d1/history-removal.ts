/**
 * Removes the history of a version, and the commits that no other version of its repository contains. Commits go a few at a time, each with
 * its files, so that a commit that is still there is complete; nothing goes once an import has begun that may need it.
 */

import type { HistoryStore } from '../../ports/history-store.ts';
import { deleteInSlices, inSlices } from './delete-in-slices.ts';
import { isInRanges, readRanges } from './history-ranges.ts';
import { historyTable } from './history-text.ts';
import { allRows, runBatch, type IndexDatabases } from './statements.ts';

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
      // Commits are of the snapshot, whichever of its generations is served.
      if (generation !== undefined) return;
      const database = databases(shard);
      await removeVersion(database, snapshot);
      const left = await allRows<{ members: string | null; is_complete: number }>(
        database
          .prepare('SELECT members, is_complete FROM history_version WHERE repository = ?1')
          .bind(repository),
      );
      if (left.length === 0) await removeAll(database, repository);
      // An import that is not complete may need any commit.
      else if (left.every((version) => version.is_complete === 1))
        await removeOrphans(
          database,
          repository,
          left.map((version) => readRanges(version.members ?? '[]')),
        );
    },
  };
}

async function removeVersion(database: D1Database, snapshot: number): Promise<void> {
  const ofSnapshot = { where: 'snapshot = ?1', values: [snapshot] };
  await deleteInSlices(database, { table: 'version_origins', key: 'snapshot, path', ...ofSnapshot });
  await deleteInSlices(database, { table: 'history_version', key: 'snapshot', ...ofSnapshot });
}

/** Deleted in one transaction, with their files. */
const commitsAtOnce = 100;
/** Line origins of one file are one row, which may be large. */
const originsAtOnce = 50;

const noVersion = 'NOT EXISTS (SELECT 1 FROM history_version WHERE repository = ?1)';
const noImport = 'NOT EXISTS (SELECT 1 FROM history_version WHERE repository = ?1 AND is_complete = 0)';

/** Of a repository that no version has a history of. */
async function removeAll(database: D1Database, repository: string): Promise<void> {
  const rows = await allRows<{ id: number }>(
    database.prepare('SELECT id FROM history_commit WHERE repository = ?1').bind(repository),
  );
  await removeCommits(database, { repository, ids: rows.map(({ id }) => id), unless: noVersion });
  const where = `repository = ?1 AND ${noVersion}`;
  const values = [repository];
  await deleteInSlices(database, {
    table: 'line_origins',
    key: 'id',
    where,
    values,
    atOnce: originsAtOnce,
  });
  await deleteInSlices(database, { table: 'history_path', key: 'id', where, values });
  const versions = await allRows(
    database.prepare('SELECT 1 FROM history_version WHERE repository = ?1').bind(repository),
  );
  const number = await historyTable.numberOf(database, repository);
  if (versions.length > 0 || number === undefined) return;
  await runBatch(database, [
    database.prepare(`DROP TABLE IF EXISTS ${historyTable.nameOf(number)}`),
    database.prepare('DELETE FROM history_repository WHERE repository = ?1').bind(repository),
  ]);
}

/** Of a repository that has other versions: the commits none of them contains, and line origins none of them has. */
async function removeOrphans(
  database: D1Database,
  repository: string,
  members: readonly Ranges[],
): Promise<void> {
  // Line origins may name commits that came after the end of their version, which are in no ranges yet.
  const rows = await allRows<{ id: number }>(
    database
      .prepare(
        `SELECT id FROM history_commit WHERE repository = ?1 AND id NOT IN
           (SELECT j.value FROM line_origins AS o CROSS JOIN json_each(o.commits) AS j
            WHERE o.repository = ?1 AND EXISTS (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = o.id))`,
      )
      .bind(repository),
  );
  const ids = rows.map(({ id }) => id).filter((id) => !members.some((ranges) => isInRanges(ranges, id)));
  await removeCommits(database, { repository, ids, unless: noImport });
  const values = [repository];
  await deleteInSlices(database, {
    table: 'line_origins',
    key: 'id',
    where: `repository = ?1 AND ${noImport} AND NOT EXISTS
      (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = line_origins.id)`,
    values,
    atOnce: originsAtOnce,
  });
  await runBatch(database, [
    // The old names once for all paths: there is no index by them.
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

/** @param unless the condition under which commits may go, looked at by each statement */
async function removeCommits(
  database: D1Database,
  { repository, ids, unless }: { repository: string; ids: readonly number[]; unless: string },
): Promise<void> {
  const number = await historyTable.numberOf(database, repository);
  const texts =
    number === undefined
      ? []
      : [`DELETE FROM ${historyTable.nameOf(number)} WHERE rowid IN (SELECT value FROM json_each(?2))`];
  const removals = [
    ...texts,
    'DELETE FROM history_file WHERE history_commit_id IN (SELECT value FROM json_each(?2))',
    'DELETE FROM history_mention WHERE repository = ?1 AND history_commit_id IN (SELECT value FROM json_each(?2))',
    'DELETE FROM history_commit WHERE id IN (SELECT value FROM json_each(?2))',
  ];
  await inSlices(ids, commitsAtOnce, (slice) =>
    runBatch(
      database,
      removals.map((sql) => database.prepare(`${sql} AND ${unless}`).bind(repository, JSON.stringify(slice))),
    ),
  );
}
