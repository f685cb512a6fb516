/**
 * The counts of one subject, and what its running work holds. These functions decide and return changes; the store applies them. What is
 * used and held never exceeds a limit when something is granted. A hold that is never settled returns when its lease ends.
 */

import { maxClockSkewMs } from '../time.ts';
import {
  dayMs,
  findWindow,
  measures,
  minuteMs,
  periods,
  type Amounts,
  type Measure,
  type Standing,
  type UsageLimits,
} from './measures.ts';

/** The amount of one measure in one minute or day. */
export interface Count {
  readonly measure: Measure;
  readonly slot: 'minute' | 'day';
  readonly startsAt: number;
  readonly amount: number;
}

/** What running work may use at most. */
export interface Hold {
  readonly id: string;
  /** When it was granted. Its use counts in the windows of this time. */
  readonly at: number;
  readonly leaseMs: number;
  readonly amounts: Amounts;
}

export interface Ledger {
  /** By `countKey`. */
  readonly counts: ReadonlyMap<string, Count>;
  /** By id. */
  readonly holds: ReadonlyMap<string, Hold>;
}

export interface LedgerChanges {
  /** New values. */
  readonly counts: readonly Count[];
  readonly removedCounts: readonly Count[];
  readonly holds: readonly Hold[];
  readonly removedHolds: readonly string[];
}

export const noChanges: LedgerChanges = { counts: [], removedCounts: [], holds: [], removedHolds: [] };

/** Days whose use remains readable. A month's limit needs 31. */
export const retainedDays = 92;
/** Minutes remain separate this long, so that a clock that is set back finds its minute again. Older ones are added to their day. */
const separateMinutesMs = 10 * minuteMs;

export function countKey({ measure, slot, startsAt }: Omit<Count, 'amount'>): string {
  return `${measure} ${slot} ${startsAt}`;
}

/** Requests are limited by the minute; everything else is counted by the day, because a month is a sum of days. */
function findSlot(measure: Measure, at: number): Omit<Count, 'amount'> {
  const slot = periods[measure] === 'minute' ? 'minute' : 'day';
  return { measure, slot, startsAt: findWindow(slot, at).startsAt };
}

/** A lease that began in the future was written before the clock was set back, and counts as ended. */
function isLive({ at, leaseMs }: Hold, now: number): boolean {
  return now < at + leaseMs && at <= now + maxClockSkewMs;
}

/** What is used in the current window, without holds. */
function sumCounts({ counts }: Ledger, measure: Measure, now: number): number {
  const window = findWindow(periods[measure], now);
  const slot = findSlot(measure, now);
  if (periods[measure] !== 'month') return counts.get(countKey(slot))?.amount ?? 0;
  let sum = 0;
  for (let startsAt = window.startsAt; startsAt < window.endsAt; startsAt += dayMs)
    sum += counts.get(countKey({ ...slot, startsAt }))?.amount ?? 0;
  return sum;
}

function sumHolds({ holds }: Ledger, measure: Measure, now: number): number {
  const { startsAt, endsAt } = findWindow(periods[measure], now);
  let sum = 0;
  for (const hold of holds.values())
    if (hold.at >= startsAt && hold.at < endsAt && isLive(hold, now)) sum += hold.amounts[measure] ?? 0;
  return sum;
}

/** The state of every limited measure. */
export function findStandings(ledger: Ledger, limits: UsageLimits, now: number): readonly Standing[] {
  return measures.flatMap((measure) => {
    const limit = limits[measure];
    if (limit === undefined) return [];
    const used = sumCounts(ledger, measure, now) + sumHolds(ledger, measure, now);
    const resetsAt = findWindow(periods[measure], now).endsAt;
    return [{ measure, limit, used, left: Math.max(0, limit - used), resetsAt }];
  });
}

/** The first limit that the amounts would exceed. A measure that is not requested cannot be exceeded. */
export function findExceeded(standings: readonly Standing[], amounts: Amounts): Standing | undefined {
  return standings.find(({ measure, limit, used }) => {
    const amount = amounts[measure] ?? 0;
    return amount > 0 && used + amount > limit;
  });
}

export function addAmounts(first: Amounts, second: Amounts): Amounts {
  const entries = measures.map(
    (measure) => [measure, (first[measure] ?? 0) + (second[measure] ?? 0)] as const,
  );
  return Object.fromEntries(entries.filter(([, amount]) => amount > 0));
}

/** Counts amounts in the windows of a time. */
function count(ledger: Ledger, amounts: Amounts, at: number): readonly Count[] {
  return measures.flatMap((measure) => {
    const amount = amounts[measure] ?? 0;
    if (amount === 0) return [];
    const slot = findSlot(measure, at);
    return [{ ...slot, amount: (ledger.counts.get(countKey(slot))?.amount ?? 0) + amount }];
  });
}

/** Counts what is spent at once, and adds the hold. The caller has checked the limits. */
export function grant(ledger: Ledger, spend: Amounts, hold: Hold | undefined, now: number): LedgerChanges {
  return { ...noChanges, counts: count(ledger, spend, now), holds: hold === undefined ? [] : [hold] };
}

/**
 * Replaces a hold with what was used; nothing releases it. Work that ended after its lease still counts, because it was done. An unknown
 * hold is ignored, so that a repeated settlement counts once.
 */
export function settle(ledger: Ledger, id: string, used: Amounts): LedgerChanges {
  const hold = ledger.holds.get(id);
  if (hold === undefined) return noChanges;
  return { ...noChanges, counts: count(ledger, used, hold.at), removedHolds: [id] };
}

/** Adds past minutes to their days, and removes what nobody can read anymore. */
export function compact({ counts, holds }: Ledger, now: number): LedgerChanges {
  const days = new Map<string, Count>();
  const removedCounts: Count[] = [];
  for (const past of counts.values()) {
    const maxAgeMs = past.slot === 'minute' ? separateMinutesMs : retainedDays * dayMs;
    if (past.startsAt >= now - maxAgeMs) continue;
    removedCounts.push(past);
    if (past.slot === 'day') continue;
    const day = {
      measure: past.measure,
      slot: 'day',
      startsAt: findWindow('day', past.startsAt).startsAt,
    } as const;
    const before = days.get(countKey(day)) ?? counts.get(countKey(day));
    days.set(countKey(day), { ...day, amount: (before?.amount ?? 0) + past.amount });
  }
  const removed = new Set(removedCounts.map(countKey));
  return {
    counts: [...days.values()].filter((day) => !removed.has(countKey(day))),
    removedCounts,
    holds: [],
    removedHolds: [...holds.values()]
      .filter(({ at, leaseMs }) => now > at + leaseMs + dayMs)
      .map(({ id }) => id),
  };
}

/** Use on one day in UTC. */
export interface DayUse {
  readonly startsAt: number;
  readonly amounts: Amounts;
}

/** Days with any use, oldest first. */
export function listDays({ counts }: Ledger): readonly DayUse[] {
  const days = new Map<number, Amounts>();
  for (const { measure, startsAt, amount } of counts.values()) {
    const day = findWindow('day', startsAt).startsAt;
    days.set(day, addAmounts(days.get(day) ?? {}, { [measure]: amount }));
  }
  return [...days]
    .map(([startsAt, amounts]) => ({ startsAt, amounts }))
    .sort((a, b) => a.startsAt - b.startsAt);
}
