/**
 * Reads the discussions that are visible to a version: pull requests that introduced one of its commits, the issues that they close, and
 * issues closed no later than its newest commit.
 */

import type { Discussion, DiscussionComment } from '../../../core/history/discussion.ts';
import type { DiscussionRow, DiscussionStore } from '../../../ports/discussion-store.ts';
import type { HistoryKey } from '../../../ports/history-store.ts';
import { discussionTable, discussionWeights } from './discussion-text.ts';
import { readMembersJson } from '../history/version-commits.ts';
import { joinMembers, withMembers } from '../history/row-ranges.ts';
import { matchAny } from '../sql/full-text-table.ts';
import { allRows, type IndexDatabases } from '../sql/statements.ts';

/**
 * `?1` is the list of the version's commits, `?2` its repository. `introduced` pairs each commit with a pull request that introduced it, and `linked`
 * adds the issues linked to those pull requests.
 */
const withVisible = `${withMembers},
  newest AS MATERIALIZED (SELECT h.committed_at AS at FROM history_commit AS h ${joinMembers('h.id')}
    WHERE h.repository = ?2 AND h.is_known = 1 ORDER BY h.committed_at DESC LIMIT 1),
  introduced AS MATERIALIZED (
    SELECT c.number, c.commit_id FROM discussion_commit AS c
      CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = c.commit_id AND h.is_known = 1 ${joinMembers('h.id')}
      WHERE c.repository = ?2
    UNION SELECT h.pull_request, h.commit_id FROM discussion AS p
      CROSS JOIN history_mention AS n ON n.repository = ?2 AND n.number = p.number
      CROSS JOIN history_commit AS h ON h.id = n.history_commit_id AND h.is_known = 1 AND h.pull_request = p.number ${joinMembers('h.id')}
      WHERE p.repository = ?2 AND p.kind = 'pull-request' AND p.merge_commit IS NULL),
  linked AS MATERIALIZED (
    SELECT number FROM introduced
    UNION SELECT l.other FROM discussion_link AS l WHERE l.repository = ?2 AND l.number IN (SELECT number FROM introduced)
    UNION SELECT l.number FROM discussion_link AS l WHERE l.repository = ?2 AND l.other IN (SELECT number FROM introduced))`;
/** SQL condition: the discussion `d` is visible to the version. */
const isVisible = `(d.kind = 'pull-request' AND d.number IN (SELECT number FROM introduced)
  OR d.kind = 'issue' AND (d.number IN (SELECT number FROM linked) OR d.closed_at <= (SELECT at FROM newest)))`;

const columns = `d.id, d.number, d.kind, d.title, d.author, d.opened_at, d.closed_at, d.body, d.is_cut, d.labels, d.url, d.merge_commit,
  d.more_remarks, (SELECT json_group_array(l.other ORDER BY l.other) FROM discussion_link AS l
    WHERE l.repository = d.repository AND l.number = d.number) AS closes`;

interface DiscussionRecord {
  id: number;
  number: number;
  kind: Discussion['kind'];
  title: string;
  author: string;
  opened_at: number;
  closed_at: number;
  body: string;
  is_cut: number;
  labels: string;
  url: string;
  merge_commit: string | null;
  more_remarks: number;
  closes: string;
}

function toRow(row: DiscussionRecord): DiscussionRow {
  return {
    key: row.id,
    kind: row.kind,
    number: row.number,
    title: row.title,
    author: row.author,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    body: row.body,
    isCut: row.is_cut === 1,
    labels: JSON.parse(row.labels) as string[],
    url: row.url,
    mergeCommit: row.merge_commit ?? undefined,
    closes: JSON.parse(row.closes) as number[],
    moreComments: row.more_remarks,
  };
}

type Reads = Pick<DiscussionStore, 'count' | 'byNumber' | 'byCommits' | 'findLinked' | 'search'>;

export function discussionReads(databases: IndexDatabases): Reads {
  /** Binds `?1` and `?2`, then `parameters` from `?3` on. */
  const read = async <Row>(
    key: HistoryKey,
    sql: string,
    ...parameters: readonly unknown[]
  ): Promise<readonly Row[]> =>
    allRows<Row>(
      databases(key.shard)
        .prepare(`${withVisible} ${sql}`)
        .bind(await readMembersJson(databases, key), key.repository, ...parameters),
    );

  return {
    async count(key) {
      const [row] = await read<{ pull_requests: number | null; issues: number | null }>(
        key,
        `SELECT sum(d.kind = 'pull-request') AS pull_requests, sum(d.kind = 'issue') AS issues
         FROM discussion AS d WHERE d.repository = ?2 AND ${isVisible}`,
      );
      return { pullRequests: row?.pull_requests ?? 0, issues: row?.issues ?? 0 };
    },
    async byNumber(key, numbers) {
      const rows = await read<DiscussionRecord & { newest: number }>(
        key,
        `SELECT ${columns}, (SELECT at FROM newest) AS newest FROM json_each(?3) AS j CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value
         WHERE ${isVisible} ORDER BY j.key`,
        JSON.stringify([...new Set(numbers)]),
      );
      const comments = await readComments(
        databases(key.shard),
        rows.map(({ id }) => id),
      );
      return rows.map((row) => {
        const { key: id, ...discussion } = toRow(row);
        const storedComments = comments.get(id) ?? [];
        // Later comments are hidden: they may describe a later version that undid the change.
        const until = discussion.kind === 'issue' ? row.newest : Math.max(row.newest, discussion.closedAt);
        const visible = storedComments.filter(({ writtenAt }) => writtenAt <= until);
        return {
          ...discussion,
          comments: visible,
          moreComments: discussion.moreComments + storedComments.length - visible.length,
        };
      });
    },
    async byCommits(key, commits) {
      const rows = await read<DiscussionRecord & { introduced: string }>(
        key,
        `SELECT b.commit_id AS introduced, ${columns} FROM json_each(?3) AS j CROSS JOIN introduced AS b ON b.commit_id = j.value
         CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = b.number AND d.kind = 'pull-request' ORDER BY j.key, d.number`,
        JSON.stringify([...new Set(commits)]),
      );
      return rows.map((row) => ({ commit: row.introduced, pullRequest: toRow(row) }));
    },
    async findLinked(key, numbers) {
      const rows = await read<DiscussionRecord & { requested: number }>(
        key,
        `, link AS (SELECT number AS a, other AS b FROM discussion_link WHERE repository = ?2 AND number IN (SELECT value FROM json_each(?3))
             UNION SELECT other, number FROM discussion_link WHERE repository = ?2 AND other IN (SELECT value FROM json_each(?3)))
         SELECT link.a AS requested, ${columns} FROM link CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = link.b
         WHERE ${isVisible} ORDER BY link.a, d.number`,
        JSON.stringify([...new Set(numbers)]),
      );
      return rows.map((row) => ({ from: row.requested, to: toRow(row) }));
    },
    async search(key, terms, limit) {
      const number = await discussionTable.findNumber(databases(key.shard), key.repository);
      const match = matchAny(terms);
      if (number === undefined || match === '') return [];
      const table = discussionTable.tableName(number);
      const rows = await read<DiscussionRecord & { rank: number }>(
        key,
        `SELECT ${columns}, hit.rank FROM
           (SELECT d.id AS id, t.rank AS rank FROM ${table} AS t CROSS JOIN discussion AS d ON d.id = t.rowid AND d.repository = ?2
            WHERE ${table} MATCH ?3 AND t.rank MATCH ?4 AND ${isVisible} ORDER BY t.rank LIMIT ?5) AS hit
         CROSS JOIN discussion AS d ON d.id = hit.id ORDER BY hit.rank, hit.id`,
        match,
        discussionWeights,
        limit,
      );
      return rows.map((row) => ({ ...toRow(row), score: -row.rank }));
    },
  };
}

interface CommentRecord {
  discussion_id: number;
  kind: DiscussionComment['kind'];
  author: string;
  written_at: number;
  body: string;
  is_cut: number;
  path: string | null;
  line: number | null;
  url: string;
}

async function readComments(
  database: D1Database,
  discussions: readonly number[],
): Promise<ReadonlyMap<number, readonly DiscussionComment[]>> {
  const rows = await allRows<CommentRecord>(
    database
      .prepare(
        `SELECT r.discussion_id, r.kind, r.author, r.written_at, r.body, r.is_cut, r.path, r.line, r.url FROM json_each(?1) AS j
         CROSS JOIN remark AS r ON r.discussion_id = j.value ORDER BY r.discussion_id, r.place`,
      )
      .bind(JSON.stringify(discussions)),
  );
  const comments = new Map<number, DiscussionComment[]>();
  for (const row of rows) {
    const { discussion_id: discussion, written_at: writtenAt, is_cut: isCut, path, line, ...fields } = row;
    const comment = {
      ...fields,
      writtenAt,
      isCut: isCut === 1,
      path: path ?? undefined,
      line: line ?? undefined,
    };
    const others = comments.get(discussion);
    if (others === undefined) comments.set(discussion, [comment]);
    else others.push(comment);
  }
  return comments;
}
