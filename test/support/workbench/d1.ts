/** Opens the local D1 databases of workerd. They are migrated once per test file and emptied for each test. Also counts their rows. */

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { clearFrequencies } from '../../../worker/adapters/d1/document-frequencies.ts';
import { clearChunkCache } from '../../../worker/adapters/d1/chunks/chunk-cache.ts';

/** Databases that this test file has migrated. The schema stays between tests; only rows are deleted. */
const migrationByDatabase = new Map<D1Database, Promise<void>>();

/** Returns an index database without rows, shard 0 by default. */
export async function emptyIndex(database = env.INDEX_0): Promise<D1Database> {
  await migrateOnce(database, env.INDEX_MIGRATIONS);
  // Snapshot numbers start again at 1 for each test, which no deployment does.
  clearChunkCache();
  clearFrequencies();
  return deleteRows(database);
}

export async function emptyCatalog(): Promise<D1Database> {
  await migrateOnce(env.CATALOG, env.CATALOG_MIGRATIONS);
  return deleteRows(env.CATALOG);
}

/** Drops all tables, so that a test can apply migrations one after another. Test files of a worker share their databases. */
export async function dropTables(database: D1Database): Promise<void> {
  const kinds = [`sql LIKE 'CREATE VIRTUAL%'`, `sql NOT LIKE 'CREATE VIRTUAL%'`];
  // A virtual table takes its own tables with it.
  for (const kind of kinds) {
    const { results } = await database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND ${kind} AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`,
      )
      .all<{ name: string }>();
    if (results.length > 0)
      await database.batch(results.map(({ name }) => database.prepare(`DROP TABLE "${name}"`)));
  }
  migrationByDatabase.delete(database);
}

async function migrateOnce(
  database: D1Database,
  migrations: Parameters<typeof applyD1Migrations>[1],
): Promise<void> {
  const migration = migrationByDatabase.get(database) ?? applyD1Migrations(database, migrations);
  migrationByDatabase.set(database, migration);
  await migration;
}

/** Counts the rows of each table that is not empty, including shadow tables of full-text indexes. */
export async function countRows(database: D1Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await listTables(database)) {
    const row = await database.prepare(`SELECT count(*) AS rows FROM "${name}"`).first<{ rows: number }>();
    if (row !== null && row.rows > 0) counts[name] = row.rows;
  }
  return counts;
}

/** Drops the full-text tables and deletes all rows in one batch, since a round trip costs more than a statement. */
async function deleteRows(database: D1Database): Promise<D1Database> {
  const names = (await listTables(database)).map((table) => table.name);
  const fullTextTables = names.filter((name) =>
    /^(?:fts\d+_\d+_\d+(?:_terms)?|history\d+_\d+|changes\d+_\d+|discussions\d+_\d+)$/.test(name),
  );
  const ordinaryTables = names.filter((name) => !/^(?:fts|history\d|changes\d|discussions\d)/.test(name));
  // Delete children before the parents that they refer to.
  const order = ['conversation', 'job', 'snapshot', 'repository'];
  const statements = [
    ...fullTextTables.toSorted((a, b) => b.length - a.length).map((name) => `DROP TABLE ${name}`),
    ...ordinaryTables
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
      .map((name) => `DELETE FROM ${name}`),
    // Row numbers also restart, so that two runs can be compared.
    ...(ordinaryTables.includes('snapshot') ? ['DELETE FROM sqlite_sequence'] : []),
  ];
  await database.batch(statements.map((statement) => database.prepare(statement)));
  return database;
}

async function listTables(database: D1Database): Promise<readonly { name: string }[]> {
  const { results } = await database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '!_cf%' ESCAPE '!'
       AND name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  return results;
}
