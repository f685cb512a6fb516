/** The subject of the chunk store's suites. */

import type { IndexStores } from '../../support/workbench/fill-snapshot.ts';
import type { ManualClock } from '../../support/fakes/manual-clock.ts';

export interface ChunkStoreSubject extends IndexStores {
  readonly clock: ManualClock;
  /** Number of all stored rows, by kind. */
  readonly countRows: () => Promise<Record<string, number>>;
}

/** The state that most tests use, and one of another snapshot. */
export const key = { shard: 0, snapshot: 1, generation: 1 };
export const other = { shard: 0, snapshot: 2, generation: 1 };

/** The given number of numbered lines. */
export function numbered(lines: number, label = 'line'): string {
  return Array.from({ length: lines }, (_, line) => `${label} ${line + 1}\n`).join('');
}
