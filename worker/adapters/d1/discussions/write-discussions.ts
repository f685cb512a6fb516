/** Stores discussions with their comments, links and search terms in one transaction, and skips unchanged ones. Also removes discussions. */

import type { Discussion } from '../../../core/history/discussion.ts';
import { sha256 } from '../../../core/text/hash.ts';
import type { DiscussionStore } from '../../../ports/discussion-store.ts';
import { discussionTable, discussionTextStatements } from './discussion-text.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';
import { deleteInSlices, forEachSlice } from '../sql/delete-in-slices.ts';

export function discussionWrites(databases: IndexDatabases): Pick<DiscussionStore, 'save' | 'saveCommits'> {
  return {
    async save({ shard, repository }, discussions, incompleteNumbers = new Set()) {
      const database = databases(shard);
      const differing = await findChanged(database, repository, discussions);
      const changed = differing.filter(
        ({ isStored, discussion }) => !(isStored && incompleteNumbers.has(discussion.number)),
      );
      if (changed.length === 0) return;
      const number = await discussionTable.assignNumber(database, repository);
      const forRepository = (sql: string, rows: readonly (readonly unknown[])[]) =>
        createSlicedStatements(database, sql, rows, [repository]);
      const changedDiscussions = changed.map(({ discussion }) => discussion);
      const numbers = changedDiscussions.map((discussion) => [discussion.number]);
      await runBatch(database, [
        ...discussionTable.createStatements(database, repository, number),
        ...forRepository(
          upsert,
          changed.map(({ discussion, hash }) => discussionRow(discussion, hash)),
        ),
        ...forRepository(deleteComments, numbers),
        ...forRepository(deleteLinks, numbers),
        ...forRepository(insertComments, changedDiscussions.flatMap(commentRows)),
        ...forRepository(
          insertLinks,
          changedDiscussions.flatMap((discussion) =>
            discussion.closes.map((other) => [discussion.number, other]),
          ),
        ),
        ...forRepository(
          insertCommits,
          changedDiscussions.flatMap((discussion) =>
            discussion.mergeCommit === undefined ? [] : [[discussion.number, discussion.mergeCommit]],
          ),
        ),
        ...discussionTextStatements(database, { repository, number }, changedDiscussions),
      ]);
    },
    async saveCommits({ shard, repository }, introduced) {
      const database = databases(shard);
      const rows = introduced.map(({ commit, number }) => [number, commit]);
      if (rows.length > 0)
        await runBatch(database, createSlicedStatements(database, insertCommits, rows, [repository]));
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
  readonly isStored: boolean;
}

/** Returns the discussions that differ from the stored ones. If several have the same number, only the last one is compared. */
async function findChanged(
  database: D1Database,
  repository: string,
  discussions: readonly Discussion[],
): Promise<readonly ChangedDiscussion[]> {
  const byNumber = new Map(discussions.map((discussion) => [discussion.number, discussion]));
  const rows = await allRows<{ number: number; hash: string }>(
    database
      .prepare(
        `SELECT d.number, d.hash FROM json_each(?1) AS j
         CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value`,
      )
      .bind(JSON.stringify([...byNumber.keys()]), repository),
  );
  const storedHashes = new Map(rows.map((row) => [row.number, row.hash]));
  const hashedDiscussions = await Promise.all(
    [...byNumber.values()].map(async (discussion) => ({
      discussion,
      isStored: storedHashes.has(discussion.number),
      hash: await sha256(
        JSON.stringify([...discussionRow(discussion, ''), discussion.closes, discussion.comments]),
      ),
    })),
  );
  return hashedDiscussions.filter(({ discussion, hash }) => storedHashes.get(discussion.number) !== hash);
}

function discussionRow(discussion: Discussion, hash: string): readonly unknown[] {
  return [
    discussion.number,
    discussion.kind,
    discussion.title,
    discussion.author,
    discussion.openedAt,
    discussion.closedAt,
    discussion.body,
    discussion.isCut ? 1 : 0,
    JSON.stringify(discussion.labels),
    discussion.url,
    discussion.mergeCommit ?? null,
    discussion.moreComments,
    hash,
  ];
}

function commentRows({ number, comments }: Discussion): readonly (readonly unknown[])[] {
  return comments.map((comment, position) => [
    number,
    position,
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

/** How many discussions, with their comments, one transaction deletes. */
const discussionsPerTransaction = 50;

/** Removes all discussions of a repository. Safe to repeat. */
export async function removeDiscussions(database: D1Database, repository: string): Promise<void> {
  const rows = await allRows<{ id: number }>(
    database.prepare('SELECT id FROM discussion WHERE repository = ?1').bind(repository),
  );
  await forEachSlice(
    rows.map(({ id }) => id),
    discussionsPerTransaction,
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
  const filter = { where: 'repository = ?1', values: [repository] };
  await deleteInSlices(database, {
    table: 'discussion_link',
    key: 'repository, number, other',
    ...filter,
  });
  await deleteInSlices(database, {
    table: 'discussion_commit',
    key: 'repository, number, commit_id',
    ...filter,
  });
  const number = await discussionTable.findNumber(database, repository);
  if (number === undefined) return;
  await runBatch(database, [
    database.prepare(`DROP TABLE IF EXISTS ${discussionTable.tableName(number)}`),
    database.prepare('DELETE FROM discussion_repository WHERE repository = ?1').bind(repository),
  ]);
}
