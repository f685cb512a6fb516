/** Selects the commits that changed a file, following renames, or a folder, as SQL that a page or a count reads. */

import type { HistoryKey } from '../../../ports/history-store.ts';
import { newestFirst } from './read-commits.ts';
import { joinMembers, withMembers } from './row-ranges.ts';
import { firstRow } from '../sql/statements.ts';

/** Maximum names followed per file. A file with more names was probably renamed back and forth. */
const maxNames = 20;

/** A position in the order of commits, newest first. */
export interface Moment {
  readonly time: number;
  readonly row: number;
}
export const newestMoment: Moment = { time: Number.MAX_SAFE_INTEGER, row: 0 };
export const oldestMoment: Moment = { time: Number.MIN_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

/** The period in which a file had one name. */
interface NamePeriod {
  readonly name: number;
  readonly newest: Moment;
  readonly oldest: Moment;
}

/** A statement that selects changes (`row`, `committed_at`, `added`, `deleted`, `path_id`, `old_path_id`); `?1` is the list of the version's commits. */
export interface Changes {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** SQL condition: a row is older than a position, or has the same time and a later row. Uses `parameter` and the one after it. */
export function olderThan(time: string, row: string, parameter: number): string {
  return `(${time} < ?${parameter} OR (${time} = ?${parameter} AND ${row} > ?${parameter + 1}))`;
}

export async function selectChanges(
  database: D1Database,
  version: { readonly key: HistoryKey; readonly members: string },
  path: string,
): Promise<Changes> {
  const folder = path.replace(/\/+$/, '');
  const periods = path === folder && path !== '' ? await readNamePeriods(database, version, path) : [];
  if (periods.length > 0) return fileChanges(periods);
  const { repository } = version.key;
  if (folder === '') return allChanges(repository);
  return (await isBroad(database, repository, folder))
    ? broadFolderChanges(repository, folder)
    : folderChanges(repository, folder);
}

function fileChanges(periods: readonly NamePeriod[]): Changes {
  const rows = periods.map(({ name, newest, oldest }) => [
    name,
    newest.time,
    newest.row,
    oldest.time,
    oldest.row,
  ]);
  return {
    sql: `SELECT h.id AS row, h.committed_at, f.added, f.deleted, f.path_id, f.old_path_id FROM json_each(?2) AS s
      CROSS JOIN history_file AS f ON f.path_id = s.value ->> 0
      CROSS JOIN history_commit AS h ON h.id = f.history_commit_id AND h.is_known = 1 ${joinMembers('h.id')}
      WHERE (h.committed_at < s.value ->> 1 OR (h.committed_at = s.value ->> 1 AND h.id > s.value ->> 2))
        AND (h.committed_at > s.value ->> 3 OR (h.committed_at = s.value ->> 3 AND h.id <= s.value ->> 4))`,
    values: [JSON.stringify(rows)],
  };
}

/** SQL condition: the path is in the folder `?3`. `0` follows `/` in ASCII, so all such paths sort between the two. `?2` is the repository. */
const inFolder = `p.path >= ?3 || '/' AND p.path < ?3 || '0'`;
/** Maximum changes that one statement collects and sorts, which takes about 50 ms. */
const maxCollectedChanges = 10_000;

async function isBroad(database: D1Database, repository: string, folder: string): Promise<boolean> {
  const row = await firstRow<{ changes: number }>(
    database
      .prepare(
        `SELECT count(*) AS changes FROM (SELECT 1 FROM history_path AS p CROSS JOIN history_file AS f ON f.path_id = p.id
         WHERE p.repository = ?2 AND ${inFolder} LIMIT ?1)`,
      )
      .bind(maxCollectedChanges, repository, folder),
  );
  return row?.changes === maxCollectedChanges;
}

/** Selects the changes of a folder that many commits touch. Scans commits in order and tests each for a file in the folder, which avoids collecting all changes. */
function broadFolderChanges(repository: string, folder: string): Changes {
  const files = `FROM history_file AS f CROSS JOIN history_path AS p ON p.id = f.path_id
    WHERE f.history_commit_id = h.id AND ${inFolder}`;
  return {
    sql: `SELECT h.id AS row, h.committed_at, (SELECT sum(max(f.added, 0)) ${files}) AS added,
        (SELECT sum(max(f.deleted, 0)) ${files}) AS deleted, NULL AS path_id, NULL AS old_path_id
      FROM history_commit AS h ${joinMembers('h.id')}
      WHERE h.repository = ?2 AND h.is_known = 1 AND EXISTS (SELECT 1 ${files})`,
    values: [repository, folder],
  };
}

/** Selects the changes of a folder, with the sum of the lines that each commit changed in it. */
function folderChanges(repository: string, folder: string): Changes {
  return {
    sql: `SELECT h.id AS row, h.committed_at, sum(max(f.added, 0)) AS added, sum(max(f.deleted, 0)) AS deleted,
        NULL AS path_id, NULL AS old_path_id FROM history_path AS p
      CROSS JOIN history_file AS f ON f.path_id = p.id
      CROSS JOIN history_commit AS h ON h.id = f.history_commit_id AND h.is_known = 1 ${joinMembers('h.id')}
      WHERE p.repository = ?2 AND ${inFolder} GROUP BY h.id`,
    values: [repository, folder],
  };
}

function sumLines(lines: string): string {
  return `(SELECT coalesce(sum(max(${lines}, 0)), 0) FROM history_file AS f WHERE f.history_commit_id = h.id)`;
}

/** Selects every commit in index order, including commits that changed nothing, such as merges. */
function allChanges(repository: string): Changes {
  return {
    sql: `SELECT h.id AS row, h.committed_at, ${sumLines('f.added')} AS added, ${sumLines('f.deleted')} AS deleted,
        NULL AS path_id, NULL AS old_path_id
      FROM history_commit AS h ${joinMembers('h.id')} WHERE h.repository = ?2 AND h.is_known = 1`,
    values: [repository],
  };
}

/** Returns the periods of a file's names, newest first; empty for a path that was never a file. */
async function readNamePeriods(
  database: D1Database,
  { key, members }: { readonly key: HistoryKey; readonly members: string },
  path: string,
): Promise<readonly NamePeriod[]> {
  const pathRow = await firstRow<{ id: number }>(
    database
      .prepare(
        `SELECT p.id FROM history_path AS p WHERE p.repository = ?1 AND p.path = ?2
         AND EXISTS (SELECT 1 FROM history_file AS f WHERE f.path_id = p.id)`,
      )
      .bind(key.repository, path),
  );
  const periods: NamePeriod[] = [];
  let [name, newest] = [pathRow?.id, newestMoment];
  while (name !== undefined && periods.length < maxNames) {
    const rename: { row: number; committed_at: number; old_path_id: number } | undefined = await firstRow(
      database
        .prepare(
          `${withMembers} SELECT h.id AS row, h.committed_at, f.old_path_id FROM history_file AS f
           CROSS JOIN history_commit AS h ON h.id = f.history_commit_id AND h.is_known = 1 ${joinMembers('h.id')}
           WHERE f.path_id = ?2 AND f.old_path_id IS NOT NULL AND ${olderThan('h.committed_at', 'h.id', 3)}
           ORDER BY ${newestFirst} LIMIT 1`,
        )
        .bind(members, name, newest.time, newest.row),
    );
    const oldest = rename === undefined ? oldestMoment : { time: rename.committed_at, row: rename.row };
    periods.push({ name, newest, oldest });
    [name, newest] = [rename?.old_path_id, oldest];
  }
  return periods;
}
