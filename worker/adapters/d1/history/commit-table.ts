/** What full-text tables of commits share: the commits that they are filled for, and the search. */

import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import { matchAny, type createTextTable } from '../sql/full-text-table.ts';
import { allRows, type IndexDatabases } from '../sql/statements.ts';
import { commitColumns, toCommitRow, type CommitRecord } from './read-commits.ts';
import { joinMembers, withMembers } from './row-ranges.ts';
import { readMembersJson } from './version-commits.ts';

/** Commits whose rows exist but are not filled yet. Each row of text begins with the id of its commit. */
export const unfilledCommits = {
  id: 'h.id',
  join: 'CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 0',
} as const;

/** @returns commits that contain any of the terms, best first; none without the table */
export async function searchCommits(
  databases: IndexDatabases,
  key: HistoryKey,
  search: {
    readonly textTable: Pick<ReturnType<typeof createTextTable>, 'findNumber' | 'tableName'>;
    /** The ranking function with the weight of each column. */
    readonly weights: string;
    readonly terms: readonly string[];
    readonly limit: number;
  },
): Promise<readonly (CommitRow & { readonly score: number })[]> {
  const { textTable, weights, terms, limit } = search;
  const database = databases(key.shard);
  const number = await textTable.findNumber(database, key.repository);
  const match = matchAny(terms);
  if (number === undefined || match === '') return [];
  const table = textTable.tableName(number);
  const rows = await allRows<CommitRecord & { rank: number }>(
    database
      .prepare(
        `${withMembers} SELECT ${commitColumns}, hit.rank FROM
           (SELECT t.rowid AS id, t.rank AS rank FROM ${table} AS t ${joinMembers('t.rowid')}
            WHERE ${table} MATCH ?2 AND t.rank MATCH ?3 ORDER BY t.rank LIMIT ?4) AS hit
         CROSS JOIN history_commit AS h ON h.id = hit.id ORDER BY hit.rank, hit.id`,
      )
      .bind(await readMembersJson(databases, key), match, weights, limit),
  );
  return rows.map((row) => ({ ...toCommitRow(row), score: -row.rank }));
}
