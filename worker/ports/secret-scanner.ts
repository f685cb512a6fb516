/** Finds keys and tokens in text, so that they are masked before anything else sees them. */

import type { SecretMask } from '../core/file.ts';

export interface SecretScanner {
  /** The rule set and its version. */
  readonly version: string;
  /**
   * Stretches to mask, in order, not overlapping. They depend on the text alone: content is stored once with its masks, whatever the
   * paths and repositories that hold it.
   */
  scan(text: string): Promise<readonly SecretMask[]>;
}
