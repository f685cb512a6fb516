/** Exact counts of what was used in a minute and a day, for all isolates together: asked before a call, told after it. */

/** `Infinity` where nothing limits. Windows slide: a minute is the last 60 s, a day the last 24 h. */
export interface QuotaLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

export type Reservation =
  | { readonly isGranted: true; readonly id: string }
  /** After how long there is room; `Infinity` where a single call is larger than a limit. */
  | { readonly isGranted: false; readonly waitMs: number; readonly limit: keyof QuotaLimits };

export interface Quota {
  /** Takes room for one call in `bucket`. @param tokens those the call may use at most, read and written */
  reserve(bucket: string, tokens: number, limits: QuotaLimits): Promise<Reservation>;
  /** What the call used in the end, in place of what was reserved; a reservation never settled counts as it was made. */
  settle(bucket: string, id: string, tokens: number): Promise<void>;
}
