/** Removes what is known of a version's past, and what then no version of its repository holds. */

import type { HistoryStore } from '../../ports/history-store.ts';
import { isInRanges, readRanges } from './history-ranges.ts';
import { historyTable } from './history-text.ts';
import { allRows, runBatch, statementsOver, type IndexDatabases } from './statements.ts';

export function historyRemoval(databases: IndexDatabases): Pick<HistoryStore, 'remove' | 'removeRepository'> {
  return {
    removeRepository: ({ shard, repository }) => removeAll(databases(shard), repository),
    async remove({ shard, snapshot, generation, repository }) {
      // Commits are of the snapshot, whichever of its generations is served.
      if (generation !== undefined) return;
      const database = databases(shard);
      await runBatch(database, [
        database.prepare('DELETE FROM version_origins WHERE snapshot = ?1').bind(snapshot),
        database.prepare('DELETE FROM history_version WHERE snapshot = ?1').bind(snapshot),
      ]);
      const left = await allRows<{ members: string | null; is_complete: number }>(
        database
          .prepare('SELECT members, is_complete FROM history_version WHERE repository = ?1')
          .bind(repository),
      );
      if (left.length === 0) await removeAll(database, repository);
      // What is still coming may be about to be held.
      else if (left.every((version) => version.is_complete === 1))
        await removeOrphans(
          database,
          repository,
          left.map((version) => readRanges(version.members ?? '[]')),
        );
    },
  };
}

const commitsOf = '(SELECT id FROM history_commit WHERE repository = ?1)';

/** In one transaction: what is sent late finds all of it or nothing. */
async function removeAll(database: D1Database, repository: string): Promise<void> {
  const number = await historyTable.numberOf(database, repository);
  const table = number === undefined ? [] : [`DROP TABLE IF EXISTS ${historyTable.nameOf(number)}`];
  await runBatch(database, [
    ...table.map((sql) => database.prepare(sql)),
    ...[
      `DELETE FROM version_origins WHERE snapshot IN (SELECT snapshot FROM history_version WHERE repository = ?1)`,
      'DELETE FROM history_version WHERE repository = ?1',
      `DELETE FROM history_file WHERE history_commit_id IN ${commitsOf}`,
      'DELETE FROM history_mention WHERE repository = ?1',
      'DELETE FROM history_path WHERE repository = ?1',
      'DELETE FROM history_commit WHERE repository = ?1',
      'DELETE FROM line_origins WHERE repository = ?1',
      'DELETE FROM history_repository WHERE repository = ?1',
    ].map((sql) => database.prepare(sql).bind(repository)),
  ]);
}

/** Of a repository that other versions of are left, the commits none of them holds, and origins none of them tells. */
async function removeOrphans(
  database: D1Database,
  repository: string,
  held: readonly (readonly (readonly [number, number])[])[],
): Promise<void> {
  const number = await historyTable.numberOf(database, repository);
  // Lines may come from commits that were told after the end of their version, which are in no ranges yet.
  const rows = await allRows<{ id: number }>(
    database
      .prepare(
        `SELECT id FROM history_commit WHERE repository = ?1 AND id NOT IN
           (SELECT j.value FROM line_origins AS o CROSS JOIN json_each(o.commits) AS j
            WHERE o.repository = ?1 AND EXISTS (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = o.id))`,
      )
      .bind(repository),
  );
  const orphans = rows
    .filter(({ id }) => !held.some((ranges) => isInRanges(ranges, id)))
    .map(({ id }) => [id]);
  const among = '(SELECT value ->> 0 FROM json_each(?1))';
  await runBatch(database, [
    ...(number === undefined
      ? []
      : statementsOver(
          database,
          `DELETE FROM ${historyTable.nameOf(number)} WHERE rowid IN ${among}`,
          orphans,
        )),
    ...statementsOver(database, `DELETE FROM history_file WHERE history_commit_id IN ${among}`, orphans),
    ...statementsOver(
      database,
      `DELETE FROM history_mention WHERE repository = ?2 AND history_commit_id IN ${among}`,
      orphans,
      [repository],
    ),
    ...statementsOver(database, `DELETE FROM history_commit WHERE id IN ${among}`, orphans),
    database
      .prepare(
        `DELETE FROM line_origins WHERE repository = ?1 AND NOT EXISTS
           (SELECT 1 FROM version_origins AS v WHERE v.line_origins_id = line_origins.id)`,
      )
      .bind(repository),
    // The old names once for all paths: there is no index by them.
    database
      .prepare(
        `DELETE FROM history_path WHERE repository = ?1
           AND NOT EXISTS (SELECT 1 FROM history_file AS f WHERE f.path_id = history_path.id)
           AND id NOT IN (SELECT f.old_path_id FROM history_file AS f
             WHERE f.history_commit_id IN ${commitsOf} AND f.old_path_id IS NOT NULL)`,
      )
      .bind(repository),
  ]);
}
