/** Finds keys and tokens in text, so that they are masked before anything else sees them. */

import type { SecretMask } from '../core/file.ts';

export interface SecretScanner {
  /** The rule set and its version. */
  readonly version: string;
  /**
   * Stretches to mask, in order, not overlapping. They depend on the text alone: content is stored once with its masks, whatever the
   * paths and repositories that hold it. Other requests run while it works.
   */
  scan(text: string): Promise<readonly SecretMask[]>;
  /**
   * The path a file is stored and shown under: each secret in a name becomes `••••` and a short hash of it, so that two names with different
   * secrets stay different. The same path always gives the same result, and a result gives itself.
   */
  maskPath(path: string): string;
}
