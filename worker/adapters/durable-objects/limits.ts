/** Implements the `Limits` port with one Durable Object per account, which all isolates share. */

import { AppError } from '../../core/errors.ts';
import type { Amounts } from '../../core/limits/measures.ts';
import type {
  LimitedSubject,
  Limits,
  SubjectUsage,
  UsageRequest,
  UsageReservation,
} from '../../ports/access/limits.ts';

export type {
  LimitedSubject,
  SubjectUsage,
  UsageRequest,
  UsageReservation,
} from '../../ports/access/limits.ts';

/** The interface of the Durable Object of an account. */
export interface LimitCounter {
  reserve(request: UsageRequest): Promise<UsageReservation>;
  settle(id: string, used: Amounts): Promise<void>;
  read(subject: LimitedSubject): Promise<SubjectUsage>;
  remove(subject: string | undefined): Promise<void>;
}

/** @param getCounter returns the object of an account */
export function createDurableLimits(getCounter: (account: string) => LimitCounter): Limits {
  return {
    reserve: (account, request) => reportUnavailable(() => getCounter(account).reserve(request)),
    settle: (account, id, used) => reportUnavailable(() => getCounter(account).settle(id, used)),
    read: (account, subject) => reportUnavailable(() => getCounter(account).read(subject)),
    remove: (account, subject) => reportUnavailable(() => getCounter(account).remove(subject)),
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
