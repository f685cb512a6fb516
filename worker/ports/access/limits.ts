/**
 * Exact counts of what users, keys, address blocks and the deployment use, shared by all isolates: reserved before the work, settled after
 * it. An account holds the counts of several subjects, such as a user and their keys, and reserves for them in one step.
 */

import type {
  LimitedSubject,
  SubjectUsage,
  UsageRequest,
  UsageReservation,
} from '../../core/limits/account.ts';
import type { Amounts } from '../../core/limits/measures.ts';

export type {
  LimitedSubject,
  SubjectUsage,
  UsageRequest,
  UsageReservation,
} from '../../core/limits/account.ts';

/** All methods throw AppError `storage_unavailable` if the counts cannot be reached. */
export interface Limits {
  /** Grants everything for every subject, or nothing. */
  reserve(account: string, request: UsageRequest): Promise<UsageReservation>;
  /** Replaces what was held with what was used, in the windows of the reservation; `{}` releases it. Repeating it has no effect. */
  settle(account: string, id: string, used: Amounts): Promise<void>;
  read(account: string, subject: LimitedSubject): Promise<SubjectUsage>;
  /** Forgets a subject, or the whole account. */
  remove(account: string, subject?: string): Promise<void>;
}
