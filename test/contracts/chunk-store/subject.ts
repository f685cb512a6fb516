/** What the chunk store's suites are run on. */

import type { IndexStores } from '../../support/fill-snapshot.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

export interface ChunkStoreSubject extends IndexStores {
  readonly clock: ManualClock;
  /** Everything the store holds, by kind. */
  readonly rowsHeld: () => Promise<Record<string, number>>;
}

/** The state most tests fill, and one of another snapshot beside it. */
export const key = { shard: 0, snapshot: 1, generation: 1 };
export const other = { shard: 0, snapshot: 2, generation: 1 };

/** So many lines, numbered. */
export function numbered(lines: number, of = 'line'): string {
  return Array.from({ length: lines }, (_, line) => `${of} ${line + 1}\n`).join('');
}
