/** What became of one thing a receipt tells when it was looked at. */

import type { ExitName } from '../exit-codes.ts';

/** `missing`: the clone does not have what it would be compared with. `not checkable`: nothing here could tell. */
type CheckState = 'holds' | 'differs' | 'missing' | 'not checkable';

export interface Checked {
  readonly what: string;
  readonly state: CheckState;
  /** A sentence. */
  readonly why: string;
}

/** The signature comes first: where it does not hold, nothing else the receipt tells is anyone's word. Then what is known to be untrue, then what is not known. */
export function exitOf(isSigned: boolean, rows: readonly Checked[]): ExitName {
  if (!isSigned) return 'unsigned';
  if (rows.some(({ state }) => state === 'differs')) return 'differs';
  return rows.some(({ state }) => state === 'missing') ? 'missing' : 'ok';
}
