/** What is limited and counted, and the windows in UTC in which it is limited. Windows are fixed, so each limit resets at a known time. */

export const measures = ['requests', 'questions', 'tokens', 'lines', 'repositories', 'microdollars'] as const;
/** `lines` are indexed lines; `microdollars` are millionths of a US dollar, so that all amounts are whole numbers. */
export type Measure = (typeof measures)[number];

export type Amounts = Readonly<Partial<Record<Measure, number>>>;
/** A measure without a limit is unlimited. */
export type UsageLimits = Amounts;

export type Period = 'minute' | 'day' | 'month';

/** The window in which the limit of each measure applies. */
export const periods = {
  requests: 'minute',
  questions: 'day',
  tokens: 'month',
  lines: 'day',
  repositories: 'day',
  microdollars: 'day',
} as const satisfies Record<Measure, Period>;

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

export const microdollarsPerDollar = 1_000_000;

/** Milliseconds since 1970; the end is exclusive. */
export interface UsageWindow {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The window that contains a time. */
export function findWindow(period: Period, at: number): UsageWindow {
  if (period === 'month') {
    const date = new Date(at);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const ms = period === 'minute' ? minuteMs : dayMs;
  const startsAt = Math.floor(at / ms) * ms;
  return { startsAt, endsAt: startsAt + ms };
}

/** A limit and its use. */
export interface Standing {
  readonly measure: Measure;
  readonly limit: number;
  /** Includes what running work holds. */
  readonly used: number;
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

/** The tighter of two limits for every measure. */
export function combineLimits(first: UsageLimits, second: UsageLimits): UsageLimits {
  const entries = measures.flatMap((measure) => {
    const limit = Math.min(first[measure] ?? Infinity, second[measure] ?? Infinity);
    return limit === Infinity ? [] : [[measure, limit] as const];
  });
  return Object.fromEntries(entries);
}
