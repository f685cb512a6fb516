/**
 * The full-text table of a repository's discussions: title, body and remarks, as the chunk index splits and folds words. Contentless, and
 * replaced row by row; named by the repository's number and the version of its shape.
 */

import type { Discussion } from '../../core/discussion.ts';
import { termsOf } from '../../core/terms.ts';
import { firstRow, run, statementsOver } from './statements.ts';

const shape = 1;
/** A word of the title counts as much as three of the body: it says what the discussion is about. Reasons are given in remarks too. */
export const discussionWeights = 'bm25(3, 1, 0.8)';

export function discussionTable(number: number): string {
  return `discussions${shape}_${number}`;
}

/** The number of a repository; undefined where nothing of it is kept. */
export async function numberOfDiscussions(
  database: D1Database,
  repository: string,
): Promise<number | undefined> {
  const row = await firstRow<{ id: number }>(
    database.prepare('SELECT id FROM discussion_repository WHERE repository = ?1').bind(repository),
  );
  return row?.id;
}

export async function givenNumber(database: D1Database, repository: string): Promise<number> {
  const known = await numberOfDiscussions(database, repository);
  if (known !== undefined) return known;
  await run(
    database.prepare('INSERT OR IGNORE INTO discussion_repository (repository) VALUES (?1)').bind(repository),
  );
  const given = await numberOfDiscussions(database, repository);
  if (given === undefined) throw new Error('The repository was removed meanwhile.');
  return given;
}

/** Makes the table of a repository and gives it its number; does nothing to one that is there. */
export function discussionTableStatements(
  database: D1Database,
  repository: string,
  number: number,
): D1PreparedStatement[] {
  return [
    database
      .prepare('INSERT OR IGNORE INTO discussion_repository (id, repository) VALUES (?1, ?2)')
      .bind(number, repository),
    database.prepare(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${discussionTable(number)} USING fts5(title, body, remarks, content='',
         contentless_delete=1, tokenize="ascii tokenchars '_'")`,
    ),
  ];
}

/** Adds discussions that are stored, in the place of what their rows held before. */
export function discussionTextStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  discussions: readonly Discussion[],
): D1PreparedStatement[] {
  return statementsOver(
    database,
    `INSERT OR REPLACE INTO ${discussionTable(number)} (rowid, title, body, remarks)
     SELECT d.id, j.value ->> 1, j.value ->> 2, j.value ->> 3 FROM json_each(?1) AS j
     CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value ->> 0`,
    discussions.map(termsOfDiscussion),
    [repository],
  );
}

/** Words of a discussion that are found by; the rest of a very long one is read where it is shown. */
const longestText = 200_000;

function termsOfDiscussion({ number, title, labels, body, remarks }: Discussion): readonly unknown[] {
  const said: string[] = [];
  let length = 0;
  for (const remark of remarks) {
    length += remark.body.length;
    if (length > longestText) break;
    said.push(remark.body, remark.path ?? '');
  }
  return [number, words(`${title} ${labels.join(' ')}`), words(body), words(said.join('\n'))];
}

function words(text: string): string {
  return termsOf(text).join(' ');
}
