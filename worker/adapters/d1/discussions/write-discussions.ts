/** Stores discussions with their comments, links and search terms in one transaction and skips unchanged ones. Also removes them. */

import type { Discussion } from '../../../core/history/discussion.ts';
import { sha256 } from '../../../core/text/hash.ts';
import type { DiscussionStore } from '../../../ports/discussion-store.ts';
import { discussionTable, discussionTextStatements } from './discussion-text.ts';
import { allRows, runBatch, statementsOver, type IndexDatabases } from '../sql/statements.ts';
import { deleteInSlices, inSlices } from '../sql/delete-in-slices.ts';

export function discussionWrites(databases: IndexDatabases): Pick<DiscussionStore, 'save' | 'saveCommits'> {
  return {
    async save({ shard, repository }, discussions, inPart = new Set()) {
      const database = databases(shard);
      const written = await findChanged(database, repository, discussions);
      const changed = written.filter(
        ({ isThere, discussion }) => !(isThere && inPart.has(discussion.number)),
      );
      if (changed.length === 0) return;
      const number = await discussionTable.assignNumber(database, repository);
      const over = (sql: string, rows: readonly (readonly unknown[])[]) =>
        statementsOver(database, sql, rows, [repository]);
      const changedDiscussions = changed.map(({ discussion }) => discussion);
      const numbers = changedDiscussions.map((one) => [one.number]);
      await runBatch(database, [
        ...discussionTable.createStatements(database, repository, number),
        ...over(
          upsert,
          changed.map(({ discussion, hash }) => discussionRow(discussion, hash)),
        ),
        ...over(deleteComments, numbers),
        ...over(deleteLinks, numbers),
        ...over(insertComments, changedDiscussions.flatMap(commentRows)),
        ...over(
          insertLinks,
          changedDiscussions.flatMap((one) => one.closes.map((other) => [one.number, other])),
        ),
        ...over(
          insertCommits,
          changedDiscussions.flatMap((one) =>
            one.mergeCommit === undefined ? [] : [[one.number, one.mergeCommit]],
          ),
        ),
        ...discussionTextStatements(database, { repository, number }, changedDiscussions),
      ]);
    },
    async saveCommits({ shard, repository }, brought) {
      const database = databases(shard);
      const rows = brought.map(({ commit, number }) => [number, commit]);
      if (rows.length > 0)
        await runBatch(database, statementsOver(database, insertCommits, rows, [repository]));
    },
  };
}

const upsert = `INSERT INTO discussion (repository, number, kind, title, author, opened_at, closed_at, body, is_cut, labels, url,
    merge_commit, more_remarks, hash)
  SELECT ?2, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
    value ->> 9, value ->> 10, value ->> 11, value ->> 12 FROM json_each(?1) WHERE true
  ON CONFLICT (repository, number) DO UPDATE SET kind = excluded.kind, title = excluded.title, author = excluded.author,
    opened_at = excluded.opened_at, closed_at = excluded.closed_at, body = excluded.body, is_cut = excluded.is_cut,
    labels = excluded.labels, url = excluded.url, merge_commit = excluded.merge_commit, more_remarks = excluded.more_remarks,
    hash = excluded.hash`;
const deleteComments = `DELETE FROM remark WHERE discussion_id IN (SELECT d.id FROM json_each(?1) AS j
  CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value ->> 0)`;
const deleteLinks = `DELETE FROM discussion_link WHERE repository = ?2 AND number IN (SELECT value ->> 0 FROM json_each(?1))`;
const insertComments = `INSERT OR REPLACE INTO remark (discussion_id, place, kind, author, written_at, body, is_cut, path, line, url)
  SELECT d.id, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7,
    j.value ->> 8, j.value ->> 9 FROM json_each(?1) AS j
  CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value ->> 0`;
const insertLinks = `INSERT OR IGNORE INTO discussion_link (repository, number, other)
  SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1)`;
const insertCommits = `INSERT OR IGNORE INTO discussion_commit (repository, number, commit_id)
  SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1)`;

interface ChangedDiscussion {
  readonly discussion: Discussion;
  readonly hash: string;
  /** Whether a discussion with its number is stored. */
  readonly isThere: boolean;
}

/** Discussions that differ from what is stored; of several with one number, the last. */
async function findChanged(
  database: D1Database,
  repository: string,
  discussions: readonly Discussion[],
): Promise<readonly ChangedDiscussion[]> {
  const byNumber = new Map(discussions.map((one) => [one.number, one]));
  const rows = await allRows<{ number: number; hash: string }>(
    database
      .prepare(
        `SELECT d.number, d.hash FROM json_each(?1) AS j
         CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value`,
      )
      .bind(JSON.stringify([...byNumber.keys()]), repository),
  );
  const stored = new Map(rows.map((row) => [row.number, row.hash]));
  const hashed = await Promise.all(
    [...byNumber.values()].map(async (discussion) => ({
      discussion,
      isThere: stored.has(discussion.number),
      hash: await sha256(
        JSON.stringify([...discussionRow(discussion, ''), discussion.closes, discussion.comments]),
      ),
    })),
  );
  return hashed.filter(({ discussion, hash }) => stored.get(discussion.number) !== hash);
}

function discussionRow(one: Discussion, hash: string): readonly unknown[] {
  return [
    one.number,
    one.kind,
    one.title,
    one.author,
    one.openedAt,
    one.closedAt,
    one.body,
    one.isCut ? 1 : 0,
    JSON.stringify(one.labels),
    one.url,
    one.mergeCommit ?? null,
    one.moreComments,
    hash,
  ];
}

function commentRows({ number, comments }: Discussion): readonly (readonly unknown[])[] {
  return comments.map((comment, place) => [
    number,
    place,
    comment.kind,
    comment.author,
    comment.writtenAt,
    comment.body,
    comment.isCut ? 1 : 0,
    comment.path ?? null,
    comment.line ?? null,
    comment.url,
  ]);
}

/** Discussions deleted in one transaction, with their comments. */
const discussionsAtOnce = 50;

/** Removes all discussions of a repository. Safe to repeat. */
export async function removeDiscussions(database: D1Database, repository: string): Promise<void> {
  const rows = await allRows<{ id: number }>(
    database.prepare('SELECT id FROM discussion WHERE repository = ?1').bind(repository),
  );
  await inSlices(
    rows.map(({ id }) => id),
    discussionsAtOnce,
    (slice) => {
      const ids = JSON.stringify(slice);
      return runBatch(database, [
        database
          .prepare('DELETE FROM remark WHERE discussion_id IN (SELECT value FROM json_each(?1))')
          .bind(ids),
        database.prepare('DELETE FROM discussion WHERE id IN (SELECT value FROM json_each(?1))').bind(ids),
      ]);
    },
  );
  const ofRepository = { where: 'repository = ?1', values: [repository] };
  await deleteInSlices(database, {
    table: 'discussion_link',
    key: 'repository, number, other',
    ...ofRepository,
  });
  await deleteInSlices(database, {
    table: 'discussion_commit',
    key: 'repository, number, commit_id',
    ...ofRepository,
  });
  const number = await discussionTable.findNumber(database, repository);
  if (number === undefined) return;
  await runBatch(database, [
    database.prepare(`DROP TABLE IF EXISTS ${discussionTable.tableName(number)}`),
    database.prepare('DELETE FROM discussion_repository WHERE repository = ?1').bind(repository),
  ]);
}
