/** Limits how many model keys a viewer can have checked at their providers: without this, a deployment would sort stolen keys for anybody. */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { findPayer } from './metering.ts';

/** A page checks one key for each of at most four providers. */
const maxPerMinute = 12;
const maxPerDay = 100;

/** A subject of its own: a check uses no question. The measures are those with a window of a minute and of a day. */
const subject = { name: 'model-keys', limits: { requests: maxPerMinute, questions: maxPerDay } };

/** @throws AppError `too_many_attempts`, `storage_unavailable` */
export async function limitKeyChecks(
  { metering, clock }: Pick<Services, 'metering' | 'clock'>,
  viewer: Viewer,
): Promise<void> {
  const payer = metering && findPayer(viewer, metering);
  if (metering === undefined || payer === undefined) return;
  const spend = { requests: 1, questions: 1 };
  const reservation = await metering.limits.reserve(payer.account, { subjects: [subject], spend });
  if (reservation.isGranted) return;
  const { measure, limit, resetsAt } = reservation.exceeded;
  throw new AppError(
    'too_many_attempts',
    `This server lists models for at most ${limit} of your own model keys a ${measure === 'requests' ? 'minute' : 'day'}.`,
    { details: { retryAfter: Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000)) } },
  );
}
