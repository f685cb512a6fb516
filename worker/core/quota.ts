/** Rate limits over sliding windows of one minute (60 s) and one day (24 h). Every quota store uses these functions. */

/** `Infinity` for no limit. */
export interface QuotaLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

/** One call, or several calls of about the same time. */
export interface QuotaUse {
  readonly id: string;
  /** Milliseconds since 1970; the latest of several calls. */
  readonly at: number;
  readonly calls: number;
  readonly tokens: number;
}

/** How long to wait; `Infinity` if the call alone exceeds a limit. */
export interface QuotaExceeded {
  readonly waitMs: number;
  /** The limit with the longest wait. */
  readonly limit: keyof QuotaLimits;
}

const minuteMs = 60_000;
/** Older uses do not count toward any limit. */
export const maxWindowMs = 86_400_000;

const windows = [
  { limit: 'requestsPerMinute', ms: minuteMs, measure: ({ calls }: QuotaUse) => calls },
  { limit: 'tokensPerMinute', ms: minuteMs, measure: ({ tokens }: QuotaUse) => tokens },
  { limit: 'requestsPerDay', ms: maxWindowMs, measure: ({ calls }: QuotaUse) => calls },
  { limit: 'tokensPerDay', ms: maxWindowMs, measure: ({ tokens }: QuotaUse) => tokens },
] as const satisfies readonly { limit: keyof QuotaLimits; ms: number; measure: (use: QuotaUse) => number }[];

/** @param uses oldest first */
export function checkQuota(
  tokens: number,
  {
    uses,
    limits,
    now,
  }: { readonly uses: readonly QuotaUse[]; readonly limits: QuotaLimits; readonly now: number },
): QuotaExceeded | undefined {
  const request: QuotaUse = { id: '', at: now, calls: 1, tokens };
  let longest: QuotaExceeded | undefined;
  for (const { limit, ms, measure } of windows) {
    const waitMs = computeWaitMs(measure(request), limits[limit], { uses, measure, ms, now });
    if (waitMs > (longest?.waitMs ?? 0)) longest = { waitMs, limit };
  }
  return longest;
}

/** Milliseconds until enough uses have left the window. */
function computeWaitMs(
  amount: number,
  limit: number,
  {
    uses,
    measure,
    ms,
    now,
  }: {
    readonly uses: readonly QuotaUse[];
    readonly measure: (use: QuotaUse) => number;
    readonly ms: number;
    readonly now: number;
  },
): number {
  if (limit === Infinity) return 0;
  if (amount > limit) return Infinity;
  const within = uses.filter(({ at }) => at > now - ms);
  let used = within.reduce((sum, use) => sum + measure(use), 0);
  if (used + amount <= limit) return 0;
  for (const use of within) {
    used -= measure(use);
    if (used + amount <= limit) return use.at + ms - now;
  }
  return ms;
}

/** Uses stored separately; all of them are read before each call. */
export const maxUses = 2_000;
const slotsPerMinute = 300;
const slotsPerDay = 1_000;

/**
 * The uses within the windows, oldest first. If there are too many, uses of the same time slot are merged and expire with the last of
 * them: up to 200 ms late in the minute window and 90 s late in the day window, never early.
 */
export function pruneUses(uses: readonly QuotaUse[], now: number): readonly QuotaUse[] {
  // Uses in the future were made before the clock was set back; their time is unknown.
  const current = uses.filter(({ at }) => at > now - maxWindowMs && at <= now);
  if (current.length <= maxUses) return current;
  const slots = new Map<string, QuotaUse>();
  for (const use of current) {
    const isRecent = use.at > now - minuteMs;
    const slotMs = isRecent ? minuteMs / slotsPerMinute : maxWindowMs / slotsPerDay;
    const slot = `${isRecent} ${Math.floor(use.at / slotMs)}`;
    const before = slots.get(slot);
    const calls = (before?.calls ?? 0) + use.calls;
    slots.set(slot, { ...use, calls, tokens: (before?.tokens ?? 0) + use.tokens });
  }
  return [...slots.values()];
}
