/**
 * What every D1 store does alike: many rows in one bound JSON parameter, batches whose written rows are counted, and
 * errors of the platform told apart from mistakes of ours.
 */

import { AppError } from '../../core/errors.ts';

/** Index databases by shard number; a repository is assigned one when added. */
export type IndexDatabases = (shard: number) => D1Database;

/**
 * Longest JSON parameter bound to one statement, in bytes of UTF-8. D1 allows 2,000,000 a value
 * (https://developers.cloudflare.com/d1/platform/limits/); half leaves room for one row that is long by itself.
 */
const maxParameterBytes = 1_000_000;

const encoder = new TextEncoder();

/** Rows as JSON arrays, each array short enough to bind; `json_each` reads them back. */
export function jsonSlices(rows: readonly (readonly unknown[])[]): string[] {
  const slices: string[] = [];
  let current: string[] = [];
  let length = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    const bytes = encoder.encode(json).byteLength + 1;
    if (length + bytes > maxParameterBytes && current.length > 0) {
      slices.push(`[${current.join(',')}]`);
      current = [];
      length = 0;
    }
    current.push(json);
    length += bytes;
  }
  if (current.length > 0) slices.push(`[${current.join(',')}]`);
  return slices;
}

/** One statement a slice of rows; `?1` is the slice, `more` binds from `?2` on. */
export function statementsOver(
  database: D1Database,
  sql: string,
  rows: readonly (readonly unknown[])[],
  more: readonly unknown[] = [],
): D1PreparedStatement[] {
  return jsonSlices(rows).map((slice) => database.prepare(sql).bind(slice, ...more));
}

/** Runs statements as one transaction. @returns the rows written, indexes included, as D1 bills them. */
export async function runBatch(
  database: D1Database,
  statements: readonly D1PreparedStatement[],
): Promise<number> {
  const results = await answered(() => database.batch([...statements]));
  return results.reduce((sum, result) => sum + (result.meta.rows_written ?? 0), 0);
}

/** The rows of several reads, made in one call. */
export async function batchRows(
  database: D1Database,
  statements: readonly D1PreparedStatement[],
): Promise<readonly (readonly unknown[])[]> {
  return (await answered(() => database.batch([...statements]))).map((result) => result.results);
}

/** Objects are made here: of many rows `all` takes several times as long to. */
export async function allRows<Row>(statement: D1PreparedStatement): Promise<readonly Row[]> {
  const [columns, ...rows] = await answered(() => statement.raw({ columnNames: true }));
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at += 1) record[columns[at] ?? ''] = row[at];
    return record as Row;
  });
}

export async function firstRow<Row>(statement: D1PreparedStatement): Promise<Row | undefined> {
  return (await answered(() => statement.first<Row>())) ?? undefined;
}

export async function run(statement: D1PreparedStatement): Promise<void> {
  await answered(() => statement.run());
}

/** @returns how many rows the statement changed */
export async function runCounted(statement: D1PreparedStatement): Promise<number> {
  return (await answered(() => statement.run())).meta.changes;
}

/** A database that did not answer is worth another try; a statement it refused is our mistake and passes through. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (
      /network|timeout|timed out|reset|overloaded|storage operation|busy|locked|internal error/i.test(message)
    ) {
      throw new AppError('storage_unavailable', `The database did not answer: ${message}`, { cause: error });
    }
    throw error;
  }
}
