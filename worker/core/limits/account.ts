/** The ledgers of an account's subjects: a reservation is granted for all of its subjects or for none. */

import {
  addAmounts,
  compact,
  countKey,
  findExceeded,
  findStandings,
  grant,
  listDays,
  noChanges,
  settle,
  type Count,
  type DayUse,
  type Hold,
  type Ledger,
  type LedgerChanges,
} from './ledger.ts';
import { findWindow, type Amounts, type Standing, type UsageLimits } from './measures.ts';

interface MutableLedger extends Ledger {
  readonly counts: Map<string, Count>;
  readonly holds: Map<string, Hold>;
}

export interface LimitedSubject {
  /** Unique in its account. */
  readonly name: string;
  readonly limits: UsageLimits;
}

export interface UsageRequest {
  /** All of them must have enough left. */
  readonly subjects: readonly LimitedSubject[];
  /** Counted at once, if granted. */
  readonly spend?: Amounts;
  /** Held until it is settled, or until the lease ends. */
  readonly hold?: Amounts;
  /** The longest time that the work may take; required with `hold`. */
  readonly leaseMs?: number;
}

export type UsageReservation =
  | {
      readonly isGranted: true;
      /** For `settle`; undefined without a hold. */
      readonly id: string | undefined;
      /** Of every limited measure, for the subject with the least left. */
      readonly standings: readonly Standing[];
    }
  | {
      readonly isGranted: false;
      readonly exceeded: Standing;
      readonly subject: string;
      readonly standings: readonly Standing[];
    };

export interface SubjectUsage {
  readonly standings: readonly Standing[];
  /** Days with any use, oldest first; at most the last 92. */
  readonly days: readonly DayUse[];
}

/** Changes by subject. */
export type AccountChanges = ReadonlyMap<string, LedgerChanges>;

export interface Account {
  /** Adds what is stored, or changes that are stored now. */
  apply(changes: AccountChanges): void;
  /** @param id of the hold, if there is one */
  reserve(
    request: UsageRequest,
    at: { readonly id: string; readonly now: number },
  ): { readonly reservation: UsageReservation; readonly changes: AccountChanges };
  settle(id: string, used: Amounts): AccountChanges;
  read(subject: LimitedSubject, now: number): SubjectUsage;
  forget(subject: string): void;
  /** The start of the last day with any use; undefined if there is none. */
  lastDay(): number | undefined;
}

export function createAccount(): Account {
  const ledgers = new Map<string, MutableLedger>();
  const find = (subject: string): Ledger => ledgers.get(subject) ?? emptyLedger;
  return {
    apply(changes) {
      for (const [subject, change] of changes) {
        const ledger = ledgers.get(subject) ?? { counts: new Map(), holds: new Map() };
        ledgers.set(subject, ledger);
        for (const removed of change.removedCounts) ledger.counts.delete(countKey(removed));
        for (const added of change.counts) ledger.counts.set(countKey(added), added);
        for (const removed of change.removedHolds) ledger.holds.delete(removed);
        for (const added of change.holds) ledger.holds.set(added.id, added);
      }
    },
    reserve(request, at) {
      const { subjects, spend = {}, hold = {} } = request;
      const needed = addAmounts(spend, hold);
      const standings = subjects.map(({ name, limits }) => ({
        name,
        standings: findStandings(find(name), limits, at.now),
      }));
      for (const { name, standings: own } of standings) {
        const exceeded = findExceeded(own, needed);
        if (exceeded === undefined) continue;
        const all = findTightest(standings.map((entry) => entry.standings));
        const reservation = { isGranted: false, exceeded, subject: name, standings: all } as const;
        return { reservation, changes: new Map() };
      }
      const changes = grantAll(request, at, find);
      const left = standings.map((entry) => entry.standings.map((standing) => use(standing, needed)));
      const id = request.hold === undefined ? undefined : at.id;
      return { reservation: { isGranted: true, id, standings: findTightest(left) }, changes };
    },
    settle(id, used) {
      const changes = [...ledgers].map(([subject, ledger]) => [subject, settle(ledger, id, used)] as const);
      return new Map(changes.filter(([, change]) => change !== noChanges));
    },
    read: ({ name, limits }, now) => ({
      standings: findStandings(find(name), limits, now),
      days: listDays(find(name)),
    }),
    forget: (subject) => void ledgers.delete(subject),
    lastDay() {
      const times = [...ledgers.values()].flatMap(({ counts, holds }) => [
        ...[...counts.values()].map(({ startsAt }) => startsAt),
        ...[...holds.values()].map(({ at }) => at),
      ]);
      const last = times.reduce((latest, time) => Math.max(latest, time), -1);
      return last < 0 ? undefined : findWindow('day', last).startsAt;
    },
  };
}

const emptyLedger: Ledger = { counts: new Map(), holds: new Map() };

function grantAll(
  { subjects, spend = {}, hold, leaseMs = 0 }: UsageRequest,
  { id, now }: { readonly id: string; readonly now: number },
  find: (subject: string) => Ledger,
): AccountChanges {
  const held = hold === undefined ? undefined : { id, at: now, leaseMs, amounts: hold };
  return new Map(
    subjects.map(({ name }) => {
      const ledger = find(name);
      const granted = grant(ledger, spend, held, now);
      // The first use of a minute also removes what is old, so that each later use writes one row per measure.
      const isNew = granted.counts.some((added) => !ledger.counts.has(countKey(added)));
      return [name, isNew ? merge(compact(ledger, now), granted) : granted] as const;
    }),
  );
}

/** The counts of both are of different times, because only past minutes are compacted. */
function merge(first: LedgerChanges, second: LedgerChanges): LedgerChanges {
  return {
    counts: [...first.counts, ...second.counts],
    removedCounts: [...first.removedCounts, ...second.removedCounts],
    holds: [...first.holds, ...second.holds],
    removedHolds: [...first.removedHolds, ...second.removedHolds],
  };
}

function use(standing: Standing, amounts: Amounts): Standing {
  const used = standing.used + (amounts[standing.measure] ?? 0);
  return { ...standing, used, left: Math.max(0, standing.limit - used) };
}

/** For each measure, the standing with the least left. */
function findTightest(lists: readonly (readonly Standing[])[]): readonly Standing[] {
  const tightest = new Map<string, Standing>();
  for (const standing of lists.flat()) {
    const known = tightest.get(standing.measure);
    if (known === undefined || standing.left < known.left) tightest.set(standing.measure, standing);
  }
  return [...tightest.values()];
}
