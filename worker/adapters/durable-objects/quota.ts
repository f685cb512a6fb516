/** Counts of what was used in Durable Objects, one a bucket: one place that all isolates ask. */

import { AppError } from '../../core/errors.ts';
import type { Quota, QuotaLimits, Reservation } from '../../ports/quota.ts';

export type { QuotaLimits, Reservation } from '../../ports/quota.ts';

/** What the object of a bucket does. */
export interface QuotaCounter {
  reserve(tokens: number, limits: QuotaLimits): Promise<Reservation>;
  settle(id: string, tokens: number): Promise<void>;
}

/** @param counterOf the object of a bucket */
export function createDurableQuota(counterOf: (bucket: string) => QuotaCounter): Quota {
  return {
    reserve: (bucket, tokens, limits) => answered(() => counterOf(bucket).reserve(tokens, limits)),
    settle: (bucket, id, tokens) => answered(() => counterOf(bucket).settle(id, tokens)),
  };
}

/** An object that was reset, is overloaded or cannot be reached is worth another try. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('storage_unavailable', `The counts of calls did not answer: ${message}`, { cause });
  }
}
