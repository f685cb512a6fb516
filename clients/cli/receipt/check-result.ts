/** Defines the result of one check of a receipt, and derives the exit code from all results. */

import type { ExitName } from '../command-error.ts';

/**
 * `missing`: the clone lacks the object, but the user can supply it. `not checkable`: the clone or folder cannot contain
 * the evidence, such as a web page.
 */
type CheckState = 'holds' | 'differs' | 'missing' | 'not checkable';

export interface CheckResult {
  readonly what: string;
  readonly state: CheckState;
  /** One sentence. */
  readonly why: string;
}

/**
 * An invalid signature outweighs everything else, since it invalidates the whole receipt. A difference outweighs a
 * missing object.
 */
export function exitName(isSignatureVerified: boolean, rows: readonly CheckResult[]): ExitName {
  if (!isSignatureVerified) return 'unsigned';
  if (rows.some(({ state }) => state === 'differs')) return 'differs';
  return rows.some(({ state }) => state === 'missing') ? 'missing' : 'ok';
}
