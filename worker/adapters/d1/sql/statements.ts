/**
 * Helpers for every D1 store: they bind many rows as one JSON parameter, report the rows that a batch wrote, and distinguish an unavailable
 * database from an invalid statement.
 */

import { AppError } from '../../../core/errors.ts';

/** Index databases by shard number. A repository is assigned a shard when it is added. */
export type IndexDatabases = (shard: number) => D1Database;

/**
 * Maximum size of a JSON parameter in bytes of UTF-8. D1 allows 2,000,000 per value
 * (https://developers.cloudflare.com/d1/platform/limits/); half of that leaves room for one long row.
 */
const maxParameterBytes = 1_000_000;

const encoder = new TextEncoder();

/** Splits rows into JSON arrays that are short enough to bind; `json_each` reads them back. */
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

/** Creates one statement per slice of rows. `?1` is the slice; `parameters` are bound from `?2` on. */
export function createSlicedStatements(
  database: D1Database,
  sql: string,
  rows: readonly (readonly unknown[])[],
  parameters: readonly unknown[] = [],
): D1PreparedStatement[] {
  return jsonSlices(rows).map((slice) => database.prepare(sql).bind(slice, ...parameters));
}

/** Runs statements as one transaction. @returns the rows written, indexes included, as D1 bills them. */
export async function runBatch(
  database: D1Database,
  statements: readonly D1PreparedStatement[],
): Promise<number> {
  const results = await reportUnavailable(() => database.batch([...statements]));
  return results.reduce((sum, result) => sum + (result.meta.rows_written ?? 0), 0);
}

/** Runs several reads in one call. */
export async function batchRows(
  database: D1Database,
  statements: readonly D1PreparedStatement[],
): Promise<readonly (readonly unknown[])[]> {
  return (await reportUnavailable(() => database.batch([...statements]))).map((result) => result.results);
}

/** Reads all rows. Builds the objects itself, because D1's `all` takes several times as long for many rows. */
export async function allRows<Row>(statement: D1PreparedStatement): Promise<readonly Row[]> {
  const [columns, ...rows] = await reportUnavailable(() => statement.raw({ columnNames: true }));
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) record[columns[index] ?? ''] = row[index];
    return record as Row;
  });
}

export async function firstRow<Row>(statement: D1PreparedStatement): Promise<Row | undefined> {
  return (await reportUnavailable(() => statement.first<Row>())) ?? undefined;
}

export async function run(statement: D1PreparedStatement): Promise<void> {
  await reportUnavailable(() => statement.run());
}

/** @returns how many rows the statement changed */
export async function runCounted(statement: D1PreparedStatement): Promise<number> {
  return (await reportUnavailable(() => statement.run())).meta.changes;
}

/** Reports a database that did not answer as `storage_unavailable`, which callers retry. Rethrows other errors, which are bugs. */
async function reportUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (
      /network|timeout|timed out|reset|overloaded|storage operation|busy|locked|internal error/i.test(message)
    ) {
      throw new AppError('storage_unavailable', `The database did not answer: ${message}. Retry later.`, {
        cause: error,
      });
    }
    throw error;
  }
}
