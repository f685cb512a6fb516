/** Deletes many rows in small transactions. Between two of them other requests have their turn; a repetition goes on where one was interrupted. */

import { yieldToRequests } from '../../core/yield-to-requests.ts';
import { runCounted } from './statements.ts';

const rowsAtOnce = 1_000;

interface DeletedRows {
  readonly table: string;
  /** The columns of the primary key, separated by commas. */
  readonly key: string;
  /** The condition, with `?1`, `?2` … for the values. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Fewer for large rows. */
  readonly atOnce?: number;
}

export async function deleteInSlices(
  database: D1Database,
  { table, key, where, values, atOnce = rowsAtOnce }: DeletedRows,
): Promise<void> {
  const statement = database
    .prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${atOnce})`,
    )
    .bind(...values);
  while ((await runCounted(statement)) > 0) await yieldToRequests();
}

/** Calls `work` with a few items at a time, in order. */
export async function inSlices<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (slice: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await yieldToRequests();
    await work(items.slice(at, at + atOnce));
  }
}
