/** Defines and searches the full-text table of a repository's commits: subject, body and paths, split and normalized as in the keyword index. */

import { splitCommitMessage } from '../../../core/history/commit-record.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { HistoryStore, NewCommit } from '../../../ports/history-store.ts';
import { searchCommits, unfilledCommits } from './commit-table.ts';
import { createTextTable } from '../sql/full-text-table.ts';
import { runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

/** A word of the subject has the weight of four words of the body, because the subject states what the commit is about. */
const weights = 'bm25(4, 1, 2)';

export const commitTextTable = createTextTable({
  prefix: 'history1',
  numbers: 'history_repository',
  columns: ['subject', 'body', 'paths'],
});

/** Returns statements that index commits whose rows exist but are not filled yet. */
export function commitTextStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  commits: readonly NewCommit[],
): D1PreparedStatement[] {
  return createSlicedStatements(
    database,
    commitTextTable.replaceSql(number, unfilledCommits),
    commits.map(commitTerms),
    [repository],
  );
}

function commitTerms(commit: NewCommit): readonly string[] {
  const { subject, body } = splitCommitMessage(commit.message);
  return [commit.id, extractTerms(subject).join(' '), extractTerms(body).join(' '), pathTerms(commit.files)];
}

/** Returns each word of the paths once, because the number of changed files in a folder does not make it more relevant. */
export function pathTerms(files: NewCommit['files']): string {
  const paths = new Set<string>();
  for (const file of files)
    for (const path of [file.path, file.oldPath ?? ''])
      for (const term of extractTerms(path)) paths.add(term);
  return [...paths].join(' ');
}

/** Merges the segments of the table, which makes reads faster. */
export async function optimizeCommitText(database: D1Database, repository: string): Promise<void> {
  const number = await commitTextTable.findNumber(database, repository);
  if (number === undefined) return;
  const table = commitTextTable.tableName(number);
  await runBatch(database, [database.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)]);
}

export function commitSearch(databases: IndexDatabases): Pick<HistoryStore, 'search'> {
  return {
    search: (key, terms, limit) =>
      searchCommits(databases, key, { textTable: commitTextTable, weights, terms, limit }),
  };
}
