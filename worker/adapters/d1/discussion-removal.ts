/** Removes what is kept of a repository's discussions, in one transaction: what is sent late finds all of it or nothing. */

import { discussionTable } from './discussion-text.ts';
import { runBatch } from './statements.ts';

export async function removeDiscussions(database: D1Database, repository: string): Promise<void> {
  const number = await discussionTable.numberOf(database, repository);
  const table = number === undefined ? [] : [`DROP TABLE IF EXISTS ${discussionTable.nameOf(number)}`];
  await runBatch(database, [
    ...table.map((sql) => database.prepare(sql)),
    ...[
      'DELETE FROM remark WHERE discussion_id IN (SELECT id FROM discussion WHERE repository = ?1)',
      'DELETE FROM discussion WHERE repository = ?1',
      'DELETE FROM discussion_link WHERE repository = ?1',
      'DELETE FROM discussion_commit WHERE repository = ?1',
      'DELETE FROM discussion_repository WHERE repository = ?1',
    ].map((sql) => database.prepare(sql).bind(repository)),
  ]);
}
