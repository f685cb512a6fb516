/** Exact counts of what was used in a minute and a day, for all isolates together: asked before a call, told after it. */

import type { NoRoom, QuotaLimits } from '../core/quota.ts';

export type { QuotaLimits } from '../core/quota.ts';

export type Reservation =
  { readonly isGranted: true; readonly id: string } | ({ readonly isGranted: false } & NoRoom);

export interface Quota {
  /** Takes room for one call in `bucket`. @param tokens those the call may use at most, read and written */
  reserve(bucket: string, tokens: number, limits: QuotaLimits): Promise<Reservation>;
  /** What the call used in the end, in place of what was reserved; a reservation never settled counts as it was made. */
  settle(bucket: string, id: string, tokens: number): Promise<void>;
}
