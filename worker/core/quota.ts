/** Rate limits over sliding windows of one minute (60 s) and one day (24 h). Every quota store uses these functions. */

/** `Infinity` for no limit. */
export interface QuotaLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

/** One call, or several calls of about the same time. */
export interface Use {
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
/** Older uses count for no limit. */
export const maxWindowMs = 86_400_000;

const counted = [
  { limit: 'requestsPerMinute', ms: minuteMs, of: ({ calls }: Use) => calls },
  { limit: 'tokensPerMinute', ms: minuteMs, of: ({ tokens }: Use) => tokens },
  { limit: 'requestsPerDay', ms: maxWindowMs, of: ({ calls }: Use) => calls },
  { limit: 'tokensPerDay', ms: maxWindowMs, of: ({ tokens }: Use) => tokens },
] as const satisfies readonly { limit: keyof QuotaLimits; ms: number; of: (use: Use) => number }[];

/** @param uses oldest first */
export function checkQuota(
  tokens: number,
  {
    uses,
    limits,
    now,
  }: { readonly uses: readonly Use[]; readonly limits: QuotaLimits; readonly now: number },
): QuotaExceeded | undefined {
  const request: Use = { id: '', at: now, calls: 1, tokens };
  let longest: QuotaExceeded | undefined;
  for (const { limit, ms, of } of counted) {
    const waitMs = waitFor(of(request), limits[limit], { uses, of, ms, now });
    if (waitMs > (longest?.waitMs ?? 0)) longest = { waitMs, limit };
  }
  return longest;
}

/** Milliseconds until enough uses have left the window. */
function waitFor(
  amount: number,
  limit: number,
  {
    uses,
    of,
    ms,
    now,
  }: {
    readonly uses: readonly Use[];
    readonly of: (use: Use) => number;
    readonly ms: number;
    readonly now: number;
  },
): number {
  if (limit === Infinity) return 0;
  if (amount > limit) return Infinity;
  const within = uses.filter(({ at }) => at > now - ms);
  let used = within.reduce((sum, use) => sum + of(use), 0);
  if (used + amount <= limit) return 0;
  for (const use of within) {
    used -= of(use);
    if (used + amount <= limit) return use.at + ms - now;
  }
  return ms;
}

/** Uses stored separately; all of them are read before each call. */
export const maxUses = 2_000;
const slotsOfMinute = 300;
const slotsOfDay = 1_000;

/**
 * The uses within the windows, oldest first. If there are too many, uses of the same time slot are merged and expire with the last of
 * them: up to 200 ms late in the minute window and 90 s late in the day window, never early.
 */
export function pruneUses(uses: readonly Use[], now: number): readonly Use[] {
  // Uses in the future were made before the clock was set back; their time is unknown.
  const current = uses.filter(({ at }) => at > now - maxWindowMs && at <= now);
  if (current.length <= maxUses) return current;
  const slots = new Map<string, Use>();
  for (const use of current) {
    const isRecent = use.at > now - minuteMs;
    const slotMs = isRecent ? minuteMs / slotsOfMinute : maxWindowMs / slotsOfDay;
    const slot = `${isRecent} ${Math.floor(use.at / slotMs)}`;
    const before = slots.get(slot);
    const calls = (before?.calls ?? 0) + use.calls;
    slots.set(slot, { ...use, calls, tokens: (before?.tokens ?? 0) + use.tokens });
  }
  return [...slots.values()];
}
