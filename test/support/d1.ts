/** The local D1 databases of workerd: migrated once, emptied for each test, and counted row by row. */

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { forgetChunks } from '../../worker/adapters/d1/chunk-cache.ts';

/** An index database, empty; that of shard 0 where none is given. */
export async function emptyIndex(database = env.INDEX_0): Promise<D1Database> {
  await applyD1Migrations(database, env.INDEX_MIGRATIONS);
  // Here the numbers of states are given again, as nowhere else.
  forgetChunks();
  return empty(database);
}

export async function emptyCatalog(): Promise<D1Database> {
  await applyD1Migrations(env.CATALOG, env.CATALOG_MIGRATIONS);
  return empty(env.CATALOG);
}

/** Rows in each table that has any, the shadow tables of full-text indexes included. */
export async function rowsHeld(database: D1Database): Promise<Record<string, number>> {
  const held: Record<string, number> = {};
  for (const { name } of await tables(database)) {
    const row = await database.prepare(`SELECT count(*) AS rows FROM "${name}"`).first<{ rows: number }>();
    if (row !== null && row.rows > 0) held[name] = row.rows;
  }
  return held;
}

async function empty(database: D1Database): Promise<D1Database> {
  const names = (await tables(database)).map((table) => table.name);
  const virtual = names.filter((name) =>
    /^(?:fts\d+_\d+_\d+(?:_terms)?|history\d+_\d+|discussions\d+_\d+)$/.test(name),
  );
  for (const name of virtual.toSorted((a, b) => b.length - a.length))
    await database.exec(`DROP TABLE ${name}`);
  // Children before the parents they point to.
  const plain = names.filter((name) => !/^(?:fts|history\d|discussions\d)/.test(name));
  const order = ['conversation', 'job', 'snapshot', 'repository'];
  for (const name of plain.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    await database.exec(`DELETE FROM ${name}`);
  // Numbers start anew too, so that two runs can be compared.
  if (plain.includes('snapshot')) await database.exec('DELETE FROM sqlite_sequence');
  return database;
}

async function tables(database: D1Database): Promise<readonly { name: string }[]> {
  const { results } = await database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '!_cf%' ESCAPE '!'
       AND name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  return results;
}
