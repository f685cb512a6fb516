/** Exact usage counts per minute and day, shared by all isolates: reserved before a call, settled after it. */

import type { QuotaExceeded, QuotaLimits } from '../core/quota.ts';

export type { QuotaLimits } from '../core/quota.ts';

export type Reservation =
  { readonly isGranted: true; readonly id: string } | ({ readonly isGranted: false } & QuotaExceeded);

export interface Quota {
  /** Reserves one call in `bucket`. @param tokens the maximum that the call may use, input and output */
  reserve(bucket: string, tokens: number, limits: QuotaLimits): Promise<Reservation>;
  /** Replaces the reserved tokens with the used ones. A reservation that is never settled counts in full. */
  settle(bucket: string, id: string, tokens: number): Promise<void>;
}
