/** Defines what the chunk store's suites test, and their sample data. */

import type { IndexStores } from '../../support/workbench/fill-snapshot.ts';
import type { ManualClock } from '../../support/fakes/manual-clock.ts';

export interface ChunkStoreSubject extends IndexStores {
  readonly clock: ManualClock;
  /** Number of all stored rows, by kind. */
  readonly countRows: () => Promise<Record<string, number>>;
}

/** The keys of the index state that most tests use, and of a state of another snapshot. */
export const key = { shard: 0, snapshot: 1, generation: 1 };
export const otherKey = { shard: 0, snapshot: 2, generation: 1 };

/** Creates `lines` numbered lines. */
export function numberedLines(lines: number, label = 'line'): string {
  return Array.from({ length: lines }, (_, line) => `${label} ${line + 1}\n`).join('');
}
