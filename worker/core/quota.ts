/**
 * Whether there is room for another call, by the uses of a minute and a day before it. Windows slide: a use leaves one a minute, or a
 * day, after it was made. Whatever keeps the uses asks here, so that all count alike.
 */

/** `Infinity` where nothing limits. Windows slide: a minute is the last 60 s, a day the last 24 h. */
export interface QuotaLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

/** A call, or several that were made at about the same time. */
export interface Use {
  readonly id: string;
  /** Milliseconds since 1970; of several, the last of them. */
  readonly at: number;
  readonly calls: number;
  readonly tokens: number;
}

/** After how long there is room; `Infinity` where a single call is larger than a limit. */
export interface NoRoom {
  readonly waitMs: number;
  /** The one that leaves room last. */
  readonly limit: keyof QuotaLimits;
}

const minuteMs = 60_000;
/** What is as old counts nowhere. */
export const longestWindowMs = 86_400_000;

const counted = [
  { limit: 'requestsPerMinute', ms: minuteMs, of: ({ calls }: Use) => calls },
  { limit: 'tokensPerMinute', ms: minuteMs, of: ({ tokens }: Use) => tokens },
  { limit: 'requestsPerDay', ms: longestWindowMs, of: ({ calls }: Use) => calls },
  { limit: 'tokensPerDay', ms: longestWindowMs, of: ({ tokens }: Use) => tokens },
] as const satisfies readonly { limit: keyof QuotaLimits; ms: number; of: (use: Use) => number }[];

/** @param uses oldest first */
export function noRoomFor(
  tokens: number,
  {
    uses,
    limits,
    now,
  }: { readonly uses: readonly Use[]; readonly limits: QuotaLimits; readonly now: number },
): NoRoom | undefined {
  const wanted: Use = { id: '', at: now, calls: 1, tokens };
  let longest: NoRoom | undefined;
  for (const { limit, ms, of } of counted) {
    const waitMs = waitFor(of(wanted), limits[limit], { uses, of, ms, now });
    if (waitMs > (longest?.waitMs ?? 0)) longest = { waitMs, limit };
  }
  return longest;
}

/** Milliseconds until so many uses have left the window that there is room. */
function waitFor(
  wanted: number,
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
  if (wanted > limit) return Infinity;
  const within = uses.filter(({ at }) => at > now - ms);
  let used = within.reduce((sum, use) => sum + of(use), 0);
  if (used + wanted <= limit) return 0;
  for (const use of within) {
    used -= of(use);
    if (used + wanted <= limit) return use.at + ms - now;
  }
  return ms;
}

/** As many are kept apart: so much is read before each call. */
export const mostUses = 2_000;
const slotsOfMinute = 300;
const slotsOfDay = 1_000;

/**
 * Uses that count, oldest first. Where there are too many, those of the same moment are made one that leaves its windows with the last
 * of them: they count for 200 ms longer within a minute, 90 s longer within a day, and never shorter.
 */
export function usesThatCount(uses: readonly Use[], now: number): readonly Use[] {
  // Uses that lie ahead were made before the clock was set back: when is not known.
  const kept = uses.filter(({ at }) => at > now - longestWindowMs && at <= now);
  if (kept.length <= mostUses) return kept;
  const slots = new Map<string, Use>();
  for (const use of kept) {
    const isRecent = use.at > now - minuteMs;
    const slotMs = isRecent ? minuteMs / slotsOfMinute : longestWindowMs / slotsOfDay;
    const slot = `${isRecent} ${Math.floor(use.at / slotMs)}`;
    const before = slots.get(slot);
    const calls = (before?.calls ?? 0) + use.calls;
    slots.set(slot, { ...use, calls, tokens: (before?.tokens ?? 0) + use.tokens });
  }
  return [...slots.values()];
}
