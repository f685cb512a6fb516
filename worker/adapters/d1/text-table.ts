/**
 * A repository's own full-text table, beside the rows it tells of: contentless, and replaced or deleted from row by row. It is named by the
 * repository's number and the version of its shape; numbers are given in a table of their own.
 */

import { firstRow, run } from './statements.ts';

interface TextTable {
  /** The table of the repository with this number. */
  nameOf(number: number): string;
  /** The number of a repository; undefined where nothing of it is kept. */
  numberOf(database: D1Database, repository: string): Promise<number | undefined>;
  /** @throws when the repository is removed meanwhile */
  givenNumber(database: D1Database, repository: string): Promise<number>;
  /** Makes the table of a repository and gives it its number; does nothing to one that is there. */
  createStatements(database: D1Database, repository: string, number: number): D1PreparedStatement[];
  /**
   * SQL that puts texts in the place of what their rows held: of a contentless table a row is replaced whole. Its `?1` are rows of
   * JSON, `j.value`: what `join` finds `id`, the told row, by, and the text of each column.
   */
  fill(number: number, told: { readonly id: string; readonly join: string }): string;
}

/** @param shape `numbers` is the table of numbers; a change of `columns`, or of what is written to them, asks for another `prefix` */
export function createTextTable(shape: {
  readonly prefix: string;
  readonly numbers: string;
  readonly columns: readonly string[];
}): TextTable {
  const { prefix, numbers } = shape;
  const columns = shape.columns.join(', ');
  const texts = shape.columns.map((_, index) => `j.value ->> ${index + 1}`).join(', ');
  const nameOf = (number: number): string => `${prefix}_${number}`;

  async function numberOf(database: D1Database, repository: string): Promise<number | undefined> {
    const select = database.prepare(`SELECT id FROM ${numbers} WHERE repository = ?1`);
    return (await firstRow<{ id: number }>(select.bind(repository)))?.id;
  }

  return {
    nameOf,
    numberOf,
    async givenNumber(database, repository) {
      const known = await numberOf(database, repository);
      if (known !== undefined) return known;
      const insert = database.prepare(`INSERT OR IGNORE INTO ${numbers} (repository) VALUES (?1)`);
      await run(insert.bind(repository));
      const given = await numberOf(database, repository);
      if (given === undefined) throw new Error('The repository was removed meanwhile.');
      return given;
    },
    createStatements: (database, repository, number) => [
      database
        .prepare(`INSERT OR IGNORE INTO ${numbers} (id, repository) VALUES (?1, ?2)`)
        .bind(number, repository),
      database.prepare(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${nameOf(number)} USING fts5(${columns}, content='',
           contentless_delete=1, tokenize="ascii tokenchars '_'")`,
      ),
    ],
    fill: (number, { id, join }) =>
      `INSERT OR REPLACE INTO ${nameOf(number)} (rowid, ${columns})
       SELECT ${id}, ${texts} FROM json_each(?1) AS j ${join}`,
  };
}
