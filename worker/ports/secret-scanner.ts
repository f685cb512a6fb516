/** Finds keys and tokens in text, so that they are masked before anything else sees them. */

import type { SecretMask } from '../core/file.ts';

export interface SecretScanner {
  /** The rule set and its version. */
  readonly version: string;
  /** Stretches to mask, in order, not overlapping. */
  scan(text: string, path: string): Promise<readonly SecretMask[]>;
}
