/** Finds secrets in text, so that they are masked before any other processing. */

import type { SecretMask } from '../core/files/file.ts';

export interface SecretScanner {
  /** The rule set and its version. */
  readonly version: string;
  /**
   * Ranges to mask, in order, without overlaps. They depend only on the text, because content is stored once with its masks. Other
   * requests can run during a scan.
   */
  scan(text: string): Promise<readonly SecretMask[]>;
  /**
   * The path under which a file is stored and shown. Each secret in a name is replaced by `••••` and a short hash, so that different
   * secrets yield different names. The function is deterministic and idempotent.
   */
  maskPath(path: string): string;
}
