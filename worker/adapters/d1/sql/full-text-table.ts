/**
 * Manages one contentless full-text table per repository, in the database of the rows it indexes. The table's name contains the version of its
 * columns and a number that a separate table assigns to the repository.
 */

import { firstRow, run } from './statements.ts';

interface TextTable {
  /** Returns the name of the table of the repository with this number. */
  tableName(number: number): string;
  /** Finds the number of a repository; undefined if it has no table. */
  findNumber(database: D1Database, repository: string): Promise<number | undefined>;
  /** Finds or assigns the number of a repository. @throws Error when the repository is removed at the same time */
  assignNumber(database: D1Database, repository: string): Promise<number>;
  /** Creates the table of a repository and stores its number, unless they exist. */
  createStatements(database: D1Database, repository: string, number: number): D1PreparedStatement[];
  /**
   * SQL that replaces whole rows of the table. `?1` is a JSON list of rows, each available as `j.value`: first the key by which `join` finds
   * the row `id`, then the text of each column.
   */
  replaceSql(number: number, row: { readonly id: string; readonly join: string }): string;
}

/** @param shape `numbers` names the table that assigns numbers to repositories. Change `prefix` whenever `columns` or their contents change. */
export function createTextTable(shape: {
  readonly prefix: string;
  readonly numbers: string;
  readonly columns: readonly string[];
}): TextTable {
  const { prefix, numbers } = shape;
  const columns = shape.columns.join(', ');
  const texts = shape.columns.map((_, index) => `j.value ->> ${index + 1}`).join(', ');
  const tableName = (number: number): string => `${prefix}_${number}`;

  async function findNumber(database: D1Database, repository: string): Promise<number | undefined> {
    const select = database.prepare(`SELECT id FROM ${numbers} WHERE repository = ?1`);
    return (await firstRow<{ id: number }>(select.bind(repository)))?.id;
  }

  return {
    tableName,
    findNumber,
    async assignNumber(database, repository) {
      const existingNumber = await findNumber(database, repository);
      if (existingNumber !== undefined) return existingNumber;
      const insert = database.prepare(`INSERT OR IGNORE INTO ${numbers} (repository) VALUES (?1)`);
      await run(insert.bind(repository));
      const number = await findNumber(database, repository);
      if (number === undefined)
        throw new Error('The repository was removed while its full-text table was created.');
      return number;
    },
    createStatements: (database, repository, number) => [
      database
        .prepare(`INSERT OR IGNORE INTO ${numbers} (id, repository) VALUES (?1, ?2)`)
        .bind(number, repository),
      database.prepare(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${tableName(number)} USING fts5(${columns}, content='',
           contentless_delete=1, tokenize="ascii tokenchars '_'")`,
      ),
    ],
    replaceSql: (number, { id, join }) =>
      `INSERT OR REPLACE INTO ${tableName(number)} (rowid, ${columns})
       SELECT ${id}, ${texts} FROM json_each(?1) AS j ${join}`,
  };
}

/** Quotes a term as an FTS5 string, so that no word is read as an operator. */
function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Returns an FTS5 query for any of the terms. It is empty without terms, and FTS5 rejects an empty query. */
export function matchAny(terms: readonly string[]): string {
  return terms.map(quoteTerm).join(' OR ');
}
