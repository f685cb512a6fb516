/**
 * One object per account. It stores what the account and its keys use, and reserves within their limits. `worker/core/limits/` decides; every
 * step is synchronous, so calls cannot interleave. The storage is deleted a month after the last use.
 */

import { DurableObject } from 'cloudflare:workers';
import {
  createAccount,
  type Account,
  type AccountChanges,
  type LimitedSubject,
  type SubjectUsage,
  type UsageRequest,
  type UsageReservation,
} from '../core/limits/account.ts';
import { dayMs, measures, type Amounts, type Measure } from '../core/limits/measures.ts';
import type { Environment, LimitCounter } from '../runtime/environment.ts';

const tables = `
  CREATE TABLE IF NOT EXISTS count (subject TEXT NOT NULL, measure TEXT NOT NULL, slot TEXT NOT NULL, starts_at INTEGER NOT NULL,
    amount INTEGER NOT NULL, PRIMARY KEY (subject, measure, slot, starts_at)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS hold (subject TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, lease_ms INTEGER NOT NULL,
    amounts TEXT NOT NULL, PRIMARY KEY (subject, id)) STRICT, WITHOUT ROWID;
`;
/** Longer than any month, so that no limit is forgotten. */
const retainedMs = 32 * dayMs;

export class LimitObject extends DurableObject<Environment> implements LimitCounter {
  #exists: boolean;
  #account: Account = createAccount();

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#exists = this.#rows(`SELECT 1 FROM sqlite_schema WHERE name = 'count'`).length > 0;
    if (this.#exists) this.#load();
  }

  async reserve(request: UsageRequest): Promise<UsageReservation> {
    const now = Date.now();
    const { reservation, changes } = this.#account.reserve(toWholeAmounts(request), {
      id: crypto.randomUUID(),
      now,
    });
    if (changes.size > 0) {
      this.#create(now);
      this.#store(changes);
    }
    return reservation;
  }

  async settle(id: string, used: Amounts): Promise<void> {
    this.#store(this.#account.settle(id, roundUp(used)));
  }

  async read(subject: LimitedSubject): Promise<SubjectUsage> {
    return this.#account.read(subject, Date.now());
  }

  async remove(subject: string | undefined): Promise<void> {
    if (!this.#exists) return;
    if (subject === undefined) return this.#clear();
    this.ctx.storage.transactionSync(() => {
      this.#rows('DELETE FROM count WHERE subject = ?', subject);
      this.#rows('DELETE FROM hold WHERE subject = ?', subject);
    });
    this.#account.forget(subject);
  }

  override async alarm(): Promise<void> {
    if (!this.#exists) return;
    const last = this.#account.lastDay();
    const endsAt = last === undefined ? 0 : last + retainedMs;
    if (endsAt > Date.now()) return this.ctx.storage.setAlarm(endsAt);
    await this.#clear();
  }

  async #clear(): Promise<void> {
    this.#exists = false;
    this.#account = createAccount();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #create(now: number): void {
    if (this.#exists) return;
    this.ctx.storage.sql.exec(tables);
    this.#exists = true;
    // Not awaited: the runtime writes it together with the rows.
    void this.ctx.storage.setAlarm(now + retainedMs);
  }

  /** One write of all changes. Memory changes only if it succeeds. */
  #store(changes: AccountChanges): void {
    if (changes.size === 0) return;
    this.ctx.storage.transactionSync(() => {
      for (const [subject, change] of changes) {
        for (const { measure, slot, startsAt } of change.removedCounts)
          this.#rows(
            'DELETE FROM count WHERE subject = ? AND measure = ? AND slot = ? AND starts_at = ?',
            subject,
            measure,
            slot,
            startsAt,
          );
        for (const { measure, slot, startsAt, amount } of change.counts)
          this.#rows(
            'INSERT OR REPLACE INTO count VALUES (?, ?, ?, ?, ?)',
            subject,
            measure,
            slot,
            startsAt,
            amount,
          );
        for (const id of change.removedHolds)
          this.#rows('DELETE FROM hold WHERE subject = ? AND id = ?', subject, id);
        for (const { id, at, leaseMs, amounts } of change.holds)
          this.#rows(
            'INSERT INTO hold VALUES (?, ?, ?, ?, ?)',
            subject,
            id,
            at,
            leaseMs,
            JSON.stringify(amounts),
          );
      }
    });
    this.#account.apply(changes);
  }

  #load(): void {
    const none = { removedCounts: [], removedHolds: [] };
    for (const row of this.#rows('SELECT * FROM count')) {
      const [measure, slot] = [row['measure'] as Measure, row['slot'] as 'minute' | 'day'];
      const count = { measure, slot, startsAt: Number(row['starts_at']), amount: Number(row['amount']) };
      this.#account.apply(new Map([[String(row['subject']), { ...none, counts: [count], holds: [] }]]));
    }
    for (const row of this.#rows('SELECT * FROM hold')) {
      const amounts = JSON.parse(String(row['amounts'])) as Amounts;
      const times = { at: Number(row['at']), leaseMs: Number(row['lease_ms']) };
      const hold = { id: String(row['id']), ...times, amounts };
      this.#account.apply(new Map([[String(row['subject']), { ...none, counts: [], holds: [hold] }]]));
    }
  }

  #rows(text: string, ...values: readonly (string | number)[]): Record<string, SqlStorageValue>[] {
    return this.ctx.storage.sql.exec(text, ...values).toArray();
  }
}

function toWholeAmounts({ spend, hold, ...rest }: UsageRequest): UsageRequest {
  return {
    ...rest,
    ...(spend === undefined ? {} : { spend: roundUp(spend) }),
    ...(hold === undefined ? {} : { hold: roundUp(hold) }),
  };
}

/** Counts are whole numbers, and an amount never reduces a count. */
function roundUp(amounts: Amounts): Amounts {
  return Object.fromEntries(
    measures.flatMap((measure) => {
      const amount = Math.ceil(Math.max(0, amounts[measure] ?? 0));
      return amount === 0 ? [] : [[measure, amount] as const];
    }),
  );
}
