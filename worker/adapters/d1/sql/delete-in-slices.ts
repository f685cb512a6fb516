/** Deletes many rows in small transactions, so that other requests run in between. An interrupted deletion can be repeated. */

import { yieldToRequests } from '../../../core/time.ts';
import { allRows, runCounted } from './statements.ts';
import type { SnapshotRemoval } from '../../../core/repositories/repository.ts';

const defaultSliceSize = 1_000;

interface DeletedRows {
  readonly table: string;
  /** The columns of the primary key, separated by commas. */
  readonly key: string;
  /** The condition, with `?1`, `?2` … for the values. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Rows per transaction. Lower it for large rows. */
  readonly sliceSize?: number;
}

export async function deleteInSlices(
  database: D1Database,
  { table, key, where, values, sliceSize = defaultSliceSize }: DeletedRows,
): Promise<void> {
  const statement = database
    .prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${sliceSize})`,
    )
    .bind(...values);
  while ((await runCounted(statement)) > 0) await yieldToRequests();
}

/** Calls `work` with a few items at a time, in order. */
export async function forEachSlice<Item>(
  items: readonly Item[],
  sliceSize: number,
  work: (slice: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += sliceSize) {
    if (start > 0) await yieldToRequests();
    await work(items.slice(start, start + sliceSize));
  }
}

/** SQL condition: matches the rows of the removed snapshot `?1`. If `?2` is not null, matches only the rows of that generation. */
export const isRemoved = 'snapshot = ?1 AND (?2 IS NULL OR generation = ?2)';

/** @returns the ids of the files of a removed snapshot. No job writes to such a snapshot, so the list is complete. */
export async function listRemovedFiles(
  database: D1Database,
  { snapshot, generation }: SnapshotRemoval,
): Promise<readonly number[]> {
  const select = database.prepare(`SELECT id FROM file WHERE ${isRemoved}`);
  const rows = await allRows<{ id: number }>(select.bind(snapshot, generation ?? null));
  return rows.map(({ id }) => id);
}
