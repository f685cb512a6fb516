/** The files of a state that is being removed. No job writes to such a state, so the list is complete. */

import type { RemovedState } from '../../core/repository.ts';
import { allRows } from './statements.ts';

/** Of one generation, or of all generations where `?2` is null. */
export const ofState = 'snapshot = ?1 AND (?2 IS NULL OR generation = ?2)';

/** @returns their ids, in the order of the paths */
export async function filesOfState(
  database: D1Database,
  { snapshot, generation }: RemovedState,
): Promise<readonly number[]> {
  const select = database.prepare(`SELECT id FROM file WHERE ${ofState}`);
  const rows = await allRows<{ id: number }>(select.bind(snapshot, generation ?? null));
  return rows.map(({ id }) => id);
}
