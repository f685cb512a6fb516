/**
 * Fingerprints the databases of a stopped server as hashes of rows, to compare two runs. Replaces ids that depend on the order of work by the values
 * they refer to, and excludes times and attempt counts. Hashes a row of a full-text table by its terms.
 */

import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fingerprintVectors } from './fingerprint-vectors.ts';

/** How often each row hash occurs, by table. */
export type Fingerprint = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Row = Record<string, unknown>;

/** Columns that differ between two runs with the same result. */
const volatileColumns = new Set([
  'id',
  'number',
  'job',
  'input',
  'attempts',
  'error',
  'timings',
  'rows_written',
  'lease_until',
  'claim',
  'not_before',
  'created_at',
  'ready_at',
  'started_at',
  'finished_at',
  'host_checked_at',
  'head_check_began_at',
  'repository_id',
  'repository',
  'applied_at',
]);

const placeQuery = "SELECT kind || ' ' || name AS value FROM place WHERE id = ?";
const pathQuery = 'SELECT path AS value FROM history_path WHERE id = ?';
const edgeSetQuery = 'SELECT hash AS value FROM edge_set WHERE id = ?';

/** Columns that contain an id, with the query for the value that replaces it. */
const references: Readonly<Record<string, string>> = {
  content_id: "SELECT hash || ' ' || chunker || ' ' || language AS value FROM content WHERE id = ?",
  chunk_id: 'SELECT hash AS value FROM chunk WHERE id = ?',
  place_id: placeQuery,
  to_place: placeQuery,
  edge_set_id: edgeSetQuery,
  set_id: edgeSetQuery,
  discussion_id: 'SELECT number AS value FROM discussion WHERE id = ?',
  history_commit_id: 'SELECT commit_id AS value FROM history_commit WHERE id = ?',
  path_id: pathQuery,
  old_path_id: pathQuery,
};

const systemTable = /^(?:sqlite_|_cf_|d1_migrations$)/;

export function fingerprintRows(dataDirectory: string): Fingerprint {
  const folder = join(dataDirectory, 'v3/d1/miniflare-D1DatabaseObject');
  const files = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const tables = new Map<string, ReadonlyMap<string, number>>();
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file));
    for (const [name, rows] of fingerprintDatabase(database)) tables.set(name, rows);
    database.close();
  }
  for (const [name, rows] of fingerprintVectors(dataDirectory)) tables.set(name, rows);
  return tables;
}

/** Returns the number of differing rows by table, without equal tables. */
export function differingRows(first: Fingerprint, second: Fingerprint): Map<string, number> {
  const differing = new Map<string, number>();
  for (const table of new Set([...first.keys(), ...second.keys()])) {
    const [firstCounts, secondCounts] = [first.get(table) ?? new Map(), second.get(table) ?? new Map()];
    let count = 0;
    for (const hash of new Set([...firstCounts.keys(), ...secondCounts.keys()])) {
      count += Math.abs((firstCounts.get(hash) ?? 0) - (secondCounts.get(hash) ?? 0));
    }
    if (count > 0) differing.set(table, count);
  }
  return differing;
}

function fingerprintDatabase(database: DatabaseSync): Map<string, ReadonlyMap<string, number>> {
  const schema = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  const all = schema.map((row) => ({ name: String(row['name']), sql: String(row['sql']) }));
  const virtualTables = all.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL'));
  const isShadow = (name: string): boolean =>
    virtualTables.some((table) => name.startsWith(`${table.name}_`));
  const plainTables = all.filter(
    (table) => !virtualTables.includes(table) && !isShadow(table.name) && !systemTable.test(table.name),
  );
  const fullTextTables = virtualTables.filter(({ sql }) => /USING fts5\(/i.test(sql));
  return new Map([
    ...plainTables.map(({ name }) => [name, fingerprintTable(database, name)] as const),
    ...fullTextTables.map(
      ({ name }) => [`${name} (full text)`, fingerprintFullText(database, name)] as const,
    ),
  ]);
}

function fingerprintTable(database: DatabaseSync, name: string): ReadonlyMap<string, number> {
  const columnQueries = new Map(
    Object.entries(references).filter(([column]) => hasColumn(database, name, column)),
  );
  const prepared = new Map(
    [...columnQueries].map(([column, sql]) => [column, database.prepare(sql)] as const),
  );
  const resolve = ([column, value]: [string, unknown]): [string, unknown] => {
    const isId = typeof value === 'number' || typeof value === 'bigint';
    return [column, isId ? (prepared.get(column)?.get(value)?.['value'] ?? value) : value];
  };
  const counts = new Map<string, number>();
  for (const row of database.prepare(`SELECT * FROM "${name}"`).iterate()) {
    const stableColumns = Object.entries(row as Row)
      .filter(([column]) => !volatileColumns.has(column))
      .map(resolve);
    add(counts, createHash('sha256').update(JSON.stringify(stableColumns)).digest('hex'));
  }
  return counts;
}

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  return (
    database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined
  );
}

/** Hashes each row by its terms with their columns and offsets. The order of rows does not matter. */
function fingerprintFullText(database: DatabaseSync, name: string): ReadonlyMap<string, number> {
  database.exec(`CREATE VIRTUAL TABLE temp.bench_terms USING fts5vocab('main', '${name}', 'instance')`);
  const rows = new Map<unknown, Hash>();
  for (const { term, doc, col, offset } of database
    .prepare('SELECT term, doc, col, "offset" FROM temp.bench_terms')
    .iterate()) {
    const hash = rows.get(doc) ?? createHash('sha256');
    rows.set(doc, hash.update(`${String(term)} ${String(col)} ${String(offset)}\n`));
  }
  database.exec('DROP TABLE temp.bench_terms');
  const counts = new Map<string, number>();
  for (const hash of rows.values()) add(counts, hash.digest('hex'));
  return counts;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
