/** Implements the `Quota` port with one Durable Object per bucket, which all isolates share. */

import { AppError } from '../../core/errors.ts';
import type { Quota, QuotaLimits, Reservation } from '../../ports/quota.ts';

export type { QuotaLimits, Reservation } from '../../ports/quota.ts';

/** The interface of the Durable Object of a bucket. */
export interface QuotaCounter {
  reserve(tokens: number, limits: QuotaLimits): Promise<Reservation>;
  settle(id: string, tokens: number): Promise<void>;
}

/** @param getCounter returns the object of a bucket */
export function createDurableQuota(getCounter: (bucket: string) => QuotaCounter): Quota {
  return {
    reserve: (bucket, tokens, limits) => reportUnavailable(() => getCounter(bucket).reserve(tokens, limits)),
    settle: (bucket, id, tokens) => reportUnavailable(() => getCounter(bucket).settle(id, tokens)),
  };
}

/** Reports an object that was reset, is overloaded or cannot be reached as `storage_unavailable`, which callers retry. */
async function reportUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('storage_unavailable', `The usage counter did not respond: ${message}`, { cause });
  }
}
