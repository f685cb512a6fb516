/** The commits that changed a file or folder, following renames, and the commits that one version has and another has not. */

import type { HistoryKey, HistoryStore, TimelineEntry } from '../../../ports/history-store.ts';
import { commitColumns, newestFirst, toCommitRow, type CommitRecord } from './read-commits.ts';
import { joinMembers, withMembers, subtractRanges } from './row-ranges.ts';
import { readMembersJson, readMemberRanges } from './version-commits.ts';
import { allRows, firstRow, type IndexDatabases } from '../sql/statements.ts';

/** Renames followed per file. A file renamed more often goes in circles. */
const maxNames = 20;

/** A position in the order of commits, newest first. */
interface Moment {
  readonly time: number;
  readonly row: number;
}
const now: Moment = { time: Number.MAX_SAFE_INTEGER, row: 0 };

/** The period in which a file had one name, newest position first. */
interface NamePeriod {
  readonly name: number;
  readonly newest: Moment;
  readonly oldest: Moment;
}
const beginning: Moment = { time: Number.MIN_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

/** A statement that selects changes (`row`, `committed_at`, `added`, `deleted`, `path_id`, `old_path_id`); `?1` are the version's commits. */
interface Changes {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export function timelineReads(databases: IndexDatabases): Pick<HistoryStore, 'timeline' | 'between'> {
  return {
    async timeline(key, path, { limit, before }) {
      const database = databases(key.shard);
      const members = await readMembersJson(databases, key);
      const changes = await selectChanges(database, { key, members }, path);
      return page(database, {
        members,
        changes,
        path,
        limit,
        after: await readMoment(database, key, before),
      });
    },
    async between(key, older, { path, limit }) {
      const database = databases(key.shard);
      const [ranges, others] = [
        await readMemberRanges(databases, key),
        await readMemberRanges(databases, older),
      ];
      const members = JSON.stringify(subtractRanges(ranges, others));
      // Renames are followed through all commits of the version; commits of the older one are omitted afterwards.
      const changes = await selectChanges(database, { key, members: JSON.stringify(ranges) }, path ?? '');
      const total = await firstRow<{ total: number }>(
        database
          .prepare(`${withMembers} SELECT count(*) AS total FROM (${changes.sql})`)
          .bind(members, ...changes.values),
      );
      const entries = await page(database, { members, changes, path: path ?? '', limit, after: now });
      return { total: total?.total ?? 0, commits: entries.map(({ commit }) => commit) };
    },
  };
}

interface PageRequest {
  readonly members: string;
  readonly changes: Changes;
  readonly path: string;
  readonly limit: number;
  readonly after: Moment;
}

async function page(
  database: D1Database,
  { members, changes, path, limit, after }: PageRequest,
): Promise<readonly TimelineEntry[]> {
  const at = changes.values.length + 1;
  const rows = await allRows<
    CommitRecord & { added: number; deleted: number; path: string | null; old_path: string | null }
  >(
    database
      .prepare(
        `${withMembers} SELECT ${commitColumns}, one.added, one.deleted, p.path, o.path AS old_path FROM
           (SELECT x.* FROM (${changes.sql}) AS x WHERE ${olderThan('x.committed_at', 'x.row', at + 1)}
            ORDER BY x.committed_at DESC, x.row LIMIT ?${at + 3}) AS one
         CROSS JOIN history_commit AS h ON h.id = one.row
         LEFT JOIN history_path AS p ON p.id = one.path_id LEFT JOIN history_path AS o ON o.id = one.old_path_id
         ORDER BY ${newestFirst}`,
      )
      .bind(members, ...changes.values, after.time, after.row, limit),
  );
  return rows.map((row) => ({
    commit: toCommitRow(row),
    file: {
      path: row.path ?? path,
      added: row.added,
      deleted: row.deleted,
      oldPath: row.old_path ?? undefined,
    },
  }));
}

/** Whether a row comes after a position: older, or of the same time with a later row. Uses two parameters from the given one on. */
function olderThan(time: string, row: string, parameter: number): string {
  return `(${time} < ?${parameter} OR (${time} = ?${parameter} AND ${row} > ?${parameter + 1}))`;
}

async function readMoment(
  database: D1Database,
  key: HistoryKey,
  commit: number | undefined,
): Promise<Moment> {
  if (commit === undefined) return now;
  const row = await firstRow<{ committed_at: number }>(
    database
      .prepare('SELECT committed_at FROM history_commit WHERE id = ?1 AND repository = ?2')
      .bind(commit, key.repository),
  );
  // Nothing comes after an unknown commit.
  return row === undefined ? beginning : { time: row.committed_at, row: commit };
}

async function selectChanges(
  database: D1Database,
  of: { readonly key: HistoryKey; readonly members: string },
  path: string,
): Promise<Changes> {
  const folder = path.replace(/\/+$/, '');
  const stretches = path === folder && path !== '' ? await readNamePeriods(database, of, path) : [];
  if (stretches.length > 0) return fileChanges(stretches);
  const { repository } = of.key;
  if (folder === '') return allChanges(repository);
  return (await isBroad(database, repository, folder))
    ? broadFolderChanges(repository, folder)
    : folderChanges(repository, folder);
}

function fileChanges(stretches: readonly NamePeriod[]): Changes {
  const rows = stretches.map(({ name, newest, oldest }) => [
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

/** The paths in a folder: `0` follows `/` in ASCII, so all of them sort between the two. `?2` is the repository, `?3` the folder. */
const inFolder = `p.path >= ?3 || '/' AND p.path < ?3 || '0'`;
/** Changes that are collected and sorted at once, in some 50 ms. */
const maxGathered = 10_000;

async function isBroad(database: D1Database, repository: string, folder: string): Promise<boolean> {
  const row = await firstRow<{ changes: number }>(
    database
      .prepare(
        `SELECT count(*) AS changes FROM (SELECT 1 FROM history_path AS p CROSS JOIN history_file AS f ON f.path_id = p.id
         WHERE p.repository = ?2 AND ${inFolder} LIMIT ?1)`,
      )
      .bind(maxGathered, repository, folder),
  );
  return row?.changes === maxGathered;
}

/** Changes of a folder that most commits touch, without collecting them all: scans commits in order and tests each for a file in the folder. */
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

/** Sums the lines that a commit changed in the folder. */
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

/** Every commit in index order, including those that changed nothing, such as merges. */
function allChanges(repository: string): Changes {
  return {
    sql: `SELECT h.id AS row, h.committed_at, ${sumLines('f.added')} AS added, ${sumLines('f.deleted')} AS deleted,
        NULL AS path_id, NULL AS old_path_id
      FROM history_commit AS h ${joinMembers('h.id')} WHERE h.repository = ?2 AND h.is_known = 1`,
    values: [repository],
  };
}

/** The periods of a file's names. Empty for a path that was never a file. */
async function readNamePeriods(
  database: D1Database,
  { key, members }: { readonly key: HistoryKey; readonly members: string },
  path: string,
): Promise<readonly NamePeriod[]> {
  const known = await firstRow<{ id: number }>(
    database
      .prepare(
        `SELECT p.id FROM history_path AS p WHERE p.repository = ?1 AND p.path = ?2
         AND EXISTS (SELECT 1 FROM history_file AS f WHERE f.path_id = p.id)`,
      )
      .bind(key.repository, path),
  );
  const stretches: NamePeriod[] = [];
  let [name, newest] = [known?.id, now];
  while (name !== undefined && stretches.length < maxNames) {
    const renamed: { row: number; committed_at: number; old_path_id: number } | undefined = await firstRow(
      database
        .prepare(
          `${withMembers} SELECT h.id AS row, h.committed_at, f.old_path_id FROM history_file AS f
           CROSS JOIN history_commit AS h ON h.id = f.history_commit_id AND h.is_known = 1 ${joinMembers('h.id')}
           WHERE f.path_id = ?2 AND f.old_path_id IS NOT NULL AND ${olderThan('h.committed_at', 'h.id', 3)}
           ORDER BY ${newestFirst} LIMIT 1`,
        )
        .bind(members, name, newest.time, newest.row),
    );
    const oldest = renamed === undefined ? beginning : { time: renamed.committed_at, row: renamed.row };
    stretches.push({ name, newest, oldest });
    [name, newest] = [renamed?.old_path_id, oldest];
  }
  return stretches;
}
