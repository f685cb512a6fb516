/**
 * The full-text table of a repository's commits: subject, body and paths, as the chunk index splits and folds words. Contentless as
 * that is, and deleted from row by row; named by the repository's number and the version of its shape.
 */

import { messageParts } from '../../core/message-parts.ts';
import { termsOf } from '../../core/terms.ts';
import type { HistoryStore, NewCommit } from '../../ports/history-store.ts';
import { commitColumns, toCommitRow, type CommitRecord } from './history-commits.ts';
import { ofMembers, withMembers } from './history-ranges.ts';
import { membersOf } from './history-members.ts';
import { matchAny } from './match-any.ts';
import { allRows, firstRow, runBatch, statementsOver, type IndexDatabases } from './statements.ts';

const shape = 1;
/** A word of the subject counts as much as four of the body: it says what the commit is about. */
const weights = 'bm25(4, 1, 2)';

export function textTable(number: number): string {
  return `history${shape}_${number}`;
}

/** The number of a repository; undefined where nothing of it is kept. */
export async function numberOf(database: D1Database, repository: string): Promise<number | undefined> {
  const row = await firstRow<{ id: number }>(
    database.prepare('SELECT id FROM history_repository WHERE repository = ?1').bind(repository),
  );
  return row?.id;
}

/** Makes the table of a repository and gives it its number; does nothing to one that is there. */
export function textTableStatements(
  database: D1Database,
  repository: string,
  number: number,
): D1PreparedStatement[] {
  return [
    database
      .prepare('INSERT OR IGNORE INTO history_repository (id, repository) VALUES (?1, ?2)')
      .bind(number, repository),
    database.prepare(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${textTable(number)} USING fts5(subject, body, paths, content='',
         contentless_delete=1, tokenize="ascii tokenchars '_'")`,
    ),
  ];
}

/** Adds commits that are stored and not known yet. */
export function textStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  commits: readonly NewCommit[],
): D1PreparedStatement[] {
  return statementsOver(
    database,
    `INSERT OR REPLACE INTO ${textTable(number)} (rowid, subject, body, paths)
     SELECT h.id, j.value ->> 1, j.value ->> 2, j.value ->> 3 FROM json_each(?1) AS j
     CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0 AND h.is_known = 0`,
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
  const number = await numberOf(database, repository);
  if (number === undefined) return;
  const table = textTable(number);
  await runBatch(database, [database.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)]);
}

export function textReads(databases: IndexDatabases): Pick<HistoryStore, 'search'> {
  return {
    async search(key, terms, limit) {
      const database = databases(key.shard);
      const number = await numberOf(database, key.repository);
      const match = matchAny(terms);
      if (number === undefined || match === '') return [];
      const table = textTable(number);
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
