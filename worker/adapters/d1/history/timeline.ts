/** Reads the commits that changed a file or folder, following renames, and the commits that one version contains and another does not. */

import type {
  HistoryKey,
  HistoryStore,
  TimelineEntry,
  TimelineFilter,
} from '../../../ports/history-store.ts';
import { commitColumns, toCommitRow, type CommitRecord } from './read-commits.ts';
import {
  newestMoment,
  olderThan,
  oldestMoment,
  selectChanges,
  type Changes,
  type Moment,
} from './path-changes.ts';
import { withMembers, subtractRanges } from './row-ranges.ts';
import { readMembersJson, readMemberRanges } from './version-commits.ts';
import { allRows, firstRow, type IndexDatabases } from '../sql/statements.ts';

export function timelineReads(
  databases: IndexDatabases,
): Pick<HistoryStore, 'timeline' | 'countChanges' | 'commitsBetween'> {
  return {
    async timeline(key, path, { limit, before, filter, isOldestFirst }) {
      const database = databases(key.shard);
      const members = await readMembersJson(databases, key);
      const changes = await selectChanges(database, { key, members }, path);
      return readPage(database, {
        members,
        changes,
        path,
        limit,
        after: await readMoment(database, key, before),
        filter,
        isOldestFirst,
      });
    },
    async countChanges(key, path, filter) {
      const database = databases(key.shard);
      const members = await readMembersJson(databases, key);
      const changes = await selectChanges(database, { key, members }, path);
      const { sql, values } = filterChanges(changes, filter);
      const row = await firstRow<{ total: number }>(
        database.prepare(`${withMembers} SELECT count(*) AS total FROM (${sql})`).bind(members, ...values),
      );
      return row?.total ?? 0;
    },
    async commitsBetween(key, older, { path, limit }) {
      const database = databases(key.shard);
      const ranges = await readMemberRanges(databases, key);
      const others = await readMemberRanges(databases, older);
      const members = JSON.stringify(subtractRanges(ranges, others));
      // Renames are followed through all commits of the version; commits of the older one are omitted afterwards.
      const changes = await selectChanges(database, { key, members: JSON.stringify(ranges) }, path ?? '');
      const total = await firstRow<{ total: number }>(
        database
          .prepare(`${withMembers} SELECT count(*) AS total FROM (${changes.sql})`)
          .bind(members, ...changes.values),
      );
      const entries = await readPage(database, {
        members,
        changes,
        path: path ?? '',
        limit,
        after: newestMoment,
      });
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
  readonly filter?: TimelineFilter | undefined;
  readonly isOldestFirst?: boolean | undefined;
}

/** Keeps the changes of a period and of an author. */
function filterChanges(
  { sql, values }: Changes,
  { from = -Infinity, to = Infinity, author }: TimelineFilter = {},
): Changes {
  // `?1` is the list of the version's commits.
  const next = values.length + 2;
  const byAuthor =
    author === undefined
      ? ''
      : ` AND EXISTS (SELECT 1 FROM history_commit AS a WHERE a.id = c.row AND a.author = ?${next + 2})`;
  return {
    sql: `SELECT c.* FROM (${sql}) AS c WHERE c.committed_at >= ?${next} AND c.committed_at < ?${next + 1}${byAuthor}`,
    values: [
      ...values,
      Math.max(from, Number.MIN_SAFE_INTEGER),
      Math.min(to, Number.MAX_SAFE_INTEGER),
      ...(author === undefined ? [] : [author]),
    ],
  };
}

async function readPage(
  database: D1Database,
  { members, changes: all, path, limit, after, filter, isOldestFirst = false }: PageRequest,
): Promise<readonly TimelineEntry[]> {
  const changes = filter === undefined ? all : filterChanges(all, filter);
  const inOrder = (time: string, row: string): string =>
    isOldestFirst ? `${time}, ${row} DESC` : `${time} DESC, ${row}`;
  const lastParameter = changes.values.length + 1;
  const rows = await allRows<
    CommitRecord & { added: number; deleted: number; path: string | null; old_path: string | null }
  >(
    database
      .prepare(
        `${withMembers} SELECT ${commitColumns}, one.added, one.deleted, p.path, o.path AS old_path FROM
           (SELECT x.* FROM (${changes.sql}) AS x WHERE ${olderThan('x.committed_at', 'x.row', lastParameter + 1)}
            ORDER BY ${inOrder('x.committed_at', 'x.row')} LIMIT ?${lastParameter + 3}) AS one
         CROSS JOIN history_commit AS h ON h.id = one.row
         LEFT JOIN history_path AS p ON p.id = one.path_id LEFT JOIN history_path AS o ON o.id = one.old_path_id
         ORDER BY ${inOrder('h.committed_at', 'h.id')}`,
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

async function readMoment(
  database: D1Database,
  key: HistoryKey,
  commit: number | undefined,
): Promise<Moment> {
  if (commit === undefined) return newestMoment;
  const row = await firstRow<{ committed_at: number }>(
    database
      .prepare('SELECT committed_at FROM history_commit WHERE id = ?1 AND repository = ?2')
      .bind(commit, key.repository),
  );
  // Nothing comes after an unknown commit.
  return row === undefined ? oldestMoment : { time: row.committed_at, row: commit };
}
