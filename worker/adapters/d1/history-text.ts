/** The full-text table of a repository's commits: subject, body and paths, as the chunk index splits and folds words. */

import { messageParts } from '../../core/message-parts.ts';
import { termsOf } from '../../core/terms.ts';
import type { HistoryStore, NewCommit } from '../../ports/history-store.ts';
import { commitColumns, toCommitRow, type CommitRecord } from './history-commits.ts';
import { ofMembers, withMembers } from './history-ranges.ts';
import { membersOf } from './history-members.ts';
import { matchAny } from './match-any.ts';
import { allRows, runBatch, statementsOver, type IndexDatabases } from './statements.ts';
import { createTextTable } from './text-table.ts';

/** A word of the subject counts as much as four of the body: it says what the commit is about. */
const weights = 'bm25(4, 1, 2)';

export const historyTable = createTextTable({
  prefix: 'history1',
  numbers: 'history_repository',
  columns: ['subject', 'body', 'paths'],
});

/** Adds commits that are stored and not known yet. */
export function textStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  commits: readonly NewCommit[],
): D1PreparedStatement[] {
  return statementsOver(
    database,
    historyTable.fill(number, {
      id: 'h.id',
      join: 'CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 0',
    }),
    commits.map(termsOfCommit),
    [repository],
  );
}

function termsOfCommit(commit: NewCommit): readonly string[] {
  const { subject, body } = messageParts(commit.message);
  return [commit.id, termsOf(subject).join(' '), termsOf(body).join(' '), pathTerms(commit.files)];
}

/** A word of many paths is told once: how many files a commit changed of a folder says nothing of what it is about. */
export function pathTerms(files: NewCommit['files']): string {
  const paths = new Set<string>();
  for (const file of files)
    for (const path of [file.path, file.oldPath ?? '']) for (const term of termsOf(path)) paths.add(term);
  return [...paths].join(' ');
}

/** Puts the table in the form that is fastest to read. */
export async function optimiseText(database: D1Database, repository: string): Promise<void> {
  const number = await historyTable.numberOf(database, repository);
  if (number === undefined) return;
  const table = historyTable.nameOf(number);
  await runBatch(database, [database.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)]);
}

export function textReads(databases: IndexDatabases): Pick<HistoryStore, 'search'> {
  return {
    async search(key, terms, limit) {
      const database = databases(key.shard);
      const number = await historyTable.numberOf(database, key.repository);
      const match = matchAny(terms);
      if (number === undefined || match === '') return [];
      const table = historyTable.nameOf(number);
      const rows = await allRows<CommitRecord & { rank: number }>(
        database
          .prepare(
            `${withMembers} SELECT ${commitColumns}, hit.rank FROM
               (SELECT t.rowid AS id, t.rank AS rank FROM ${table} AS t ${ofMembers('t.rowid')}
                WHERE ${table} MATCH ?2 AND t.rank MATCH ?3 ORDER BY t.rank LIMIT ?4) AS hit
             CROSS JOIN history_commit AS h ON h.id = hit.id ORDER BY hit.rank, hit.id`,
          )
          .bind(await membersOf(databases, key), match, weights, limit),
      );
      return rows.map((row) => ({ ...toCommitRow(row), score: -row.rank }));
    },
  };
}
