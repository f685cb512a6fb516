/**
 * One object per model. It stores the calls of the last day and their tokens, so that all isolates share the model's limits. Nothing is
 * created before the first call. Expired calls are deleted; after the last one, so is the whole storage.
 */

import { DurableObject } from 'cloudflare:workers';
import { maxWindowMs, checkQuota, pruneUses, type QuotaUse } from '../core/quota.ts';
import type { Environment, QuotaCounter, QuotaLimits, Reservation } from '../runtime/environment.ts';

const table = `
  CREATE TABLE IF NOT EXISTS use (number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, calls INTEGER NOT NULL,
    tokens INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS use_at ON use (at);
`;

export class QuotaObject extends DurableObject<Environment> implements QuotaCounter {
  #exists: boolean;

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#exists = this.#rows(`SELECT 1 FROM sqlite_schema WHERE name = 'use'`).length > 0;
  }

  async reserve(tokens: number, limits: QuotaLimits): Promise<Reservation> {
    const now = Date.now();
    await this.#create(now);
    // The rest is synchronous, so no other call can interleave.
    const uses = this.#usesAt(now);
    const exceeded = checkQuota(tokens, { uses, limits, now });
    if (exceeded !== undefined) return { isGranted: false, ...exceeded };
    const [row] = this.#rows(
      'INSERT INTO use (at, calls, tokens) VALUES (?, 1, ?) RETURNING number',
      now,
      Math.ceil(tokens),
    );
    return { isGranted: true, id: String(row?.['number']) };
  }

  async settle(id: string, tokens: number): Promise<void> {
    if (!this.#exists) return;
    // A merged use keeps its reserved tokens, because this is the usage of only one of its calls.
    this.#rows('UPDATE use SET tokens = ? WHERE number = ? AND calls = 1', Math.ceil(tokens), Number(id));
  }

  override async alarm(): Promise<void> {
    if (!this.#exists) return;
    const last = this.#usesAt(Date.now()).at(-1);
    if (last !== undefined) return this.ctx.storage.setAlarm(last.at + maxWindowMs);
    this.#exists = false;
    await this.ctx.storage.deleteAll();
  }

  async #create(now: number): Promise<void> {
    if (this.#exists) return;
    this.ctx.storage.sql.exec(table);
    this.#exists = true;
    await this.ctx.storage.setAlarm(now + maxWindowMs);
  }

  /** The current uses; all others are deleted. */
  #usesAt(now: number): readonly QuotaUse[] {
    return this.ctx.storage.transactionSync(() => {
      this.#rows('DELETE FROM use WHERE at <= ?', now - maxWindowMs);
      const stored = this.#rows('SELECT number, at, calls, tokens FROM use ORDER BY at, number').map(toUse);
      const uses = pruneUses(stored, now);
      if (uses.length < stored.length) this.#merge(uses);
      return uses;
    });
  }

  #merge(uses: readonly QuotaUse[]): void {
    this.#rows('DELETE FROM use');
    for (const { id, at, calls, tokens } of uses)
      this.#rows(
        'INSERT INTO use (number, at, calls, tokens) VALUES (?, ?, ?, ?)',
        Number(id),
        at,
        calls,
        tokens,
      );
  }

  #rows(text: string, ...values: readonly number[]): Record<string, SqlStorageValue>[] {
    return this.ctx.storage.sql.exec(text, ...values).toArray();
  }
}

function toUse(row: Record<string, SqlStorageValue>): QuotaUse {
  return {
    id: String(row['number']),
    at: Number(row['at']),
    calls: Number(row['calls']),
    tokens: Number(row['tokens']),
  };
}
