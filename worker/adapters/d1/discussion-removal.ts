/** Removes the stored discussions of a repository that nobody can read any more. Safe to repeat. */

import { deleteInSlices, inSlices } from './delete-in-slices.ts';
import { discussionTable } from './discussion-text.ts';
import { allRows, runBatch } from './statements.ts';

/** Deleted in one transaction, with their comments. */
const discussionsAtOnce = 50;

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
  const number = await discussionTable.numberOf(database, repository);
  if (number === undefined) return;
  await runBatch(database, [
    database.prepare(`DROP TABLE IF EXISTS ${discussionTable.nameOf(number)}`),
    database.prepare('DELETE FROM discussion_repository WHERE repository = ?1').bind(repository),
  ]);
}
