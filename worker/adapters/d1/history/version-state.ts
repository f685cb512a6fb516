/** Reads how much of a version's history is stored, and ends an import by computing the commits that the version contains. */

import { AppError } from '../../../core/errors.ts';
import type { HistoryState } from '../../../core/history/history.ts';
import type { HistoryKey, HistoryStore } from '../../../ports/history-store.ts';
import { maxCommits, tooManyCommitsError } from './version-commits.ts';
import { toRowRanges, type RowRange } from './row-ranges.ts';
import { optimizeCommitText } from './search-commits.ts';
import { allRows, firstRow, run, type IndexDatabases } from '../sql/statements.ts';

/** How many commits each page has when all commits of a repository are read. */
const commitsPerPage = 20_000;

interface VersionRecord {
  commits: number;
  since: number | null;
  notes: string;
  is_complete: number;
  origins: number;
  files: number;
}

const noHistory: HistoryState = {
  commits: 0,
  origins: 0,
  files: 0,
  isComplete: false,
  since: undefined,
  notes: [],
};

export function versionState(
  databases: IndexDatabases,
): Pick<HistoryStore, 'state' | 'countCommits' | 'end'> {
  return {
    async state(key) {
      const row = await firstRow<VersionRecord>(
        databases(key.shard)
          .prepare(
            `SELECT v.commits, v.since, v.notes, v.is_complete,
               (SELECT count(*) FROM version_origins AS o WHERE o.snapshot = v.snapshot) AS origins,
               (SELECT count(*) FROM file AS f JOIN content AS c ON c.id = f.content_id
                WHERE f.snapshot = v.snapshot AND f.generation = ?3 AND c.lines > 0) AS files
             FROM history_version AS v WHERE v.snapshot = ?1 AND v.repository = ?2`,
          )
          .bind(key.snapshot, key.repository, key.generation),
      );
      if (row === undefined) return noHistory;
      return {
        commits: row.commits,
        origins: row.origins,
        files: row.files,
        isComplete: row.is_complete === 1,
        since: row.since ?? undefined,
        notes: JSON.parse(row.notes) as string[],
      };
    },
    async countCommits(key) {
      const row = await firstRow<{ commits: number }>(
        databases(key.shard)
          .prepare('SELECT commits FROM history_version WHERE snapshot = ?1 AND repository = ?2')
          .bind(key.snapshot, key.repository),
      );
      return row?.commits ?? 0;
    },
    async end(key, { tip, since, notes }) {
      const database = databases(key.shard);
      const { members, commits, endsAt } = await computeMembers(database, key, tip);
      // Commits of an earlier import stay: a shorter import does not shorten the history.
      const knownSince = since === undefined || endsAt === undefined ? undefined : Math.min(since, endsAt);
      await run(
        database
          .prepare(
            `INSERT INTO history_version (snapshot, repository, tip, members, commits, since, notes, is_complete)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) ON CONFLICT (snapshot) DO UPDATE SET
               tip = excluded.tip, members = excluded.members, commits = excluded.commits, since = excluded.since,
               notes = excluded.notes, is_complete = 1`,
          )
          .bind(
            key.snapshot,
            key.repository,
            tip,
            JSON.stringify(members),
            commits,
            knownSince ?? null,
            JSON.stringify(notes),
          ),
      );
      await optimizeCommitText(database, key.repository);
    },
  };
}

interface Ancestry {
  readonly row: number;
  readonly isKnown: boolean;
  readonly parents: string;
  /** Milliseconds since 1970; 0 for a commit that is not stored. */
  readonly committedAt: number;
}

interface ComputedMembers {
  readonly members: readonly RowRange[];
  readonly commits: number;
  /** Time of the newest commit with a missing parent; undefined if no parent is missing. */
  readonly endsAt: number | undefined;
}

/**
 * Walks parents from the tip and from the commits that lines come from, which may be unreachable from the tip if older commits are missing.
 * 100,000 commits take about 40 MB during the walk. @throws AppError `invalid_request` when the tip is not stored
 */
async function computeMembers(database: D1Database, key: HistoryKey, tip: string): Promise<ComputedMembers> {
  const commits = await readAncestry(database, key.repository);
  if (commits.get(tip)?.isKnown !== true)
    throw new AppError('invalid_request', `The tip ${tip} is not among the uploaded commits.`, {
      details: { problems: [{ field: 'tip', problem: 'upload its commit before ending the import' }] },
    });
  const originRows = new Set(await readOriginRows(database, key.snapshot));
  const startingCommits = [...commits.values()].filter(({ row }) => originRows.has(row));
  startingCommits.push(...[commits.get(tip)].filter((commit) => commit !== undefined));
  const { members, endsAt } = walkParents(commits, startingCommits);
  let memberCount = 0;
  for (const { row, isKnown } of commits.values()) if (isKnown && members.has(row)) memberCount += 1;
  const rows = Float64Array.from(commits.values(), ({ row }) => row).sort();
  const markedRows = Array.from(rows, (row) => ({ row, isMember: members.has(row) }));
  return { members: toRowRanges(markedRows), commits: memberCount, endsAt };
}

function walkParents(
  commits: ReadonlyMap<string, Ancestry>,
  pending: Ancestry[],
): { members: ReadonlySet<number>; endsAt: number | undefined } {
  const members = new Set<number>();
  let endsAt: number | undefined;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (members.has(next.row)) continue;
    members.add(next.row);
    for (const id of JSON.parse(next.parents) as string[]) {
      const parent = commits.get(id);
      if (parent?.isKnown !== true) endsAt = Math.max(endsAt ?? 0, next.committedAt);
      if (parent !== undefined && !members.has(parent.row)) pending.push(parent);
    }
  }
  return { members, endsAt };
}

interface AncestryRecord {
  id: number;
  commit_id: string;
  is_known: number;
  parents: string;
  committed_at: number;
}

/** Reads every commit of a repository. Pages are ordered by commit id: pages ordered by row would also read other repositories' commits. */
async function readAncestry(database: D1Database, repository: string): Promise<Map<string, Ancestry>> {
  const commits = new Map<string, Ancestry>();
  for (let lastId = ''; ;) {
    const rows = await allRows<AncestryRecord>(
      database
        .prepare(
          `SELECT id, commit_id, is_known, parents, committed_at FROM history_commit
           WHERE repository = ?1 AND commit_id > ?2 ORDER BY commit_id LIMIT ?3`,
        )
        .bind(repository, lastId, commitsPerPage),
    );
    for (const row of rows)
      commits.set(row.commit_id, {
        row: row.id,
        isKnown: row.is_known === 1,
        parents: row.parents,
        committedAt: row.committed_at,
      });
    if (commits.size > maxCommits) throw tooManyCommitsError('repository');
    const last = rows.at(-1);
    if (last === undefined || rows.length < commitsPerPage) return commits;
    lastId = last.commit_id;
  }
}

async function readOriginRows(database: D1Database, snapshot: number): Promise<readonly number[]> {
  const rows = await allRows<{ row: number }>(
    database
      .prepare(
        `SELECT DISTINCT j.value AS row FROM version_origins AS v JOIN line_origins AS o ON o.id = v.line_origins_id
         CROSS JOIN json_each(o.commits) AS j WHERE v.snapshot = ?1`,
      )
      .bind(snapshot),
  );
  return rows.map(({ row }) => row);
}
