/** Reads commits by id or by the issue and pull request numbers they mention, and the files they changed. */

import type { CommitFile } from '../../../core/history/history.ts';
import { splitCommitMessage } from '../../../core/history/commit-record.ts';
import type { CommitRow, HistoryKey, HistoryStore } from '../../../ports/history-store.ts';
import { joinMembers, withMembers } from './row-ranges.ts';
import { readMembersJson } from './version-commits.ts';
import { allRows, type IndexDatabases } from '../sql/statements.ts';

/** Columns of a commit. The alias `h` stands for history_commit. */
export const commitColumns = `h.id, h.commit_id, h.parents, h.author, h.authored_at, h.committed_at, h.message, h.is_cut,
  h.changed_files, h.pull_request, h.pull_request_title, h.issues`;
/** Sorts by time, newest first. Commits of the same time stay in the order in which they were stored. */
export const newestFirst = 'h.committed_at DESC, h.id';

export interface CommitRecord {
  id: number;
  commit_id: string;
  parents: string;
  author: string;
  authored_at: number;
  committed_at: number;
  message: string;
  is_cut: number;
  changed_files: number;
  pull_request: number | null;
  pull_request_title: string | null;
  issues: string;
}

export function toCommitRow(row: CommitRecord): CommitRow {
  return {
    key: row.id,
    id: row.commit_id,
    parents: JSON.parse(row.parents) as string[],
    author: row.author,
    authoredAt: row.authored_at,
    committedAt: row.committed_at,
    message: row.message,
    isCut: row.is_cut === 1,
    subject: splitCommitMessage(row.message).subject,
    changedFiles: row.changed_files,
    pullRequest:
      row.pull_request === null
        ? undefined
        : { number: row.pull_request, title: row.pull_request_title ?? undefined },
    issues: JSON.parse(row.issues) as number[],
  };
}

type CommitReads = Pick<HistoryStore, 'knownCommits' | 'commits' | 'changedFiles' | 'commitsMentioning'>;

export function commitReads(databases: IndexDatabases): CommitReads {
  const findCommits = async (key: HistoryKey, ids: readonly string[]): Promise<readonly CommitRow[]> => {
    // `none` replaces values that are not an id prefix. No id starts with it.
    const prefixes = ids.map((id) => (/^[0-9a-f]{7,64}$/i.test(id) ? id.toLowerCase() : 'none'));
    const rows = await allRows<CommitRecord & { requested: number }>(
      databases(key.shard)
        .prepare(
          `${withMembers} SELECT j.key AS requested, ${commitColumns} FROM json_each(?3) AS j
           CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id >= j.value AND h.commit_id < j.value || 'g' AND h.is_known = 1
           ${joinMembers('h.id')} ORDER BY j.key`,
        )
        .bind(await readMembersJson(databases, key), key.repository, JSON.stringify(prefixes)),
    );
    const byRequest = new Map<number, CommitRecord[]>();
    for (const row of rows) byRequest.set(row.requested, [...(byRequest.get(row.requested) ?? []), row]);
    return [...byRequest.values()].flatMap((matches) =>
      matches.length === 1 ? matches.map(toCommitRow) : [],
    );
  };

  return {
    async knownCommits(key, ids) {
      const rows = await allRows<{ commit_id: string }>(
        databases(key.shard)
          .prepare(
            `SELECT h.commit_id FROM json_each(?2) AS j
             CROSS JOIN history_commit AS h ON h.repository = ?1 AND h.commit_id = j.value AND h.is_known = 1`,
          )
          .bind(key.repository, JSON.stringify(ids)),
      );
      return new Set(rows.map((row) => row.commit_id));
    },
    commits: findCommits,
    async changedFiles(key, id) {
      const [commit] = await findCommits(key, [id]);
      if (commit === undefined) return { files: [], more: 0 };
      const files = await filesOfCommit(databases(key.shard), commit.key);
      return { files, more: Math.max(0, commit.changedFiles - files.length) };
    },
    async commitsMentioning(key, numbers, limit) {
      // Commits that a pull request introduced come before commits that only mention it.
      const rows = await allRows<CommitRecord>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT DISTINCT ${commitColumns} FROM json_each(?3) AS j
             CROSS JOIN history_mention AS n ON n.repository = ?2 AND n.number = j.value
             CROSS JOIN history_commit AS h ON h.id = n.history_commit_id AND h.is_known = 1 ${joinMembers('h.id')}
             ORDER BY h.pull_request IS NOT NULL AND h.pull_request IN (SELECT value FROM json_each(?3)) DESC, ${newestFirst} LIMIT ?4`,
          )
          .bind(await readMembersJson(databases, key), key.repository, JSON.stringify(numbers), limit),
      );
      return rows.map(toCommitRow);
    },
  };
}

async function filesOfCommit(database: D1Database, commit: number): Promise<readonly CommitFile[]> {
  const rows = await allRows<{ path: string; added: number; deleted: number; old_path: string | null }>(
    database
      .prepare(
        `SELECT p.path, f.added, f.deleted, o.path AS old_path FROM history_file AS f
         JOIN history_path AS p ON p.id = f.path_id LEFT JOIN history_path AS o ON o.id = f.old_path_id
         WHERE f.history_commit_id = ?1 ORDER BY p.path`,
      )
      .bind(commit),
  );
  return rows.map(({ old_path: oldPath, ...file }) => ({ ...file, oldPath: oldPath ?? undefined }));
}
