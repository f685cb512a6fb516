/** What a scan found, by path. */

import type { FoundPlace } from './list-outcome.ts';

export interface FoundInFiles {
  readonly found: ReadonlyMap<string, readonly FoundPlace[]>;
  /** Whether every file was read in time. */
  readonly isComplete: boolean;
  /** Reasons why the list may not be complete. */
  readonly limits: readonly string[];
}
