/** Counts and changes the rows in a server's data directory, and counts the Durable Objects that store rows. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const databaseFolder = 'v3/d1/miniflare-D1DatabaseObject';
const objectFolder = 'v3/do';

/** Counts the rows of each table in all databases, including shadow tables of full-text indexes. */
export function countStoredRows(dataDirectory: string): Readonly<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const file of listSqliteFiles(join(dataDirectory, databaseFolder)))
    for (const [table, count] of countRows(file)) if (count > 0) rows[table] = (rows[table] ?? 0) + count;
  return rows;
}

/** Counts the objects of a class that store rows. The local runtime leaves an empty file for other objects. */
export function countStoredObjects(dataDirectory: string, name: string): number {
  const files = listSqliteFiles(join(dataDirectory, objectFolder, `wherefore-${name}`));
  return files.filter((file) => countRows(file).some(([, count]) => count > 0)).length;
}

/** Runs a statement in each database that has the table. */
export function changeRows(dataDirectory: string, table: string, sql: string): void {
  for (const file of listSqliteFiles(join(dataDirectory, databaseFolder))) {
    const database = new DatabaseSync(file);
    if (listTables(database).includes(table)) database.exec(sql);
    database.close();
  }
}

function listSqliteFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(folder, name));
}

function countRows(file: string): readonly (readonly [string, number])[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = listTables(database).map(
    (table) =>
      [
        table,
        Number(database.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()?.['rows'] ?? 0),
      ] as const,
  );
  database.close();
  return rows;
}

function listTables(database: DatabaseSync): readonly string[] {
  return database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'd1_migrations'
         AND name NOT IN ('_cf_METADATA', '_cf_ALARM')`,
    )
    .all()
    .map((row) => String(row['name']));
}
