/** Room for one call within the limits of its model: waited for where it comes soon, and told what the call used in the end. */

import { modelId, type ModelName } from '../../core/generation.ts';
import type { QuotaLimits, Reservation } from '../../ports/quota.ts';
import type { Generation } from './generation.ts';

export type Room =
  | { readonly isGranted: true; readonly settle: (tokens: number) => Promise<void> }
  | { readonly isGranted: false; readonly detail: string };

/** Where others take the room that was waited for; by then the next model is the better choice. */
const mostTries = 4;

const limitNames = {
  requestsPerMinute: 'calls a minute',
  tokensPerMinute: 'tokens a minute',
  requestsPerDay: 'calls a day',
  tokensPerDay: 'tokens a day',
} as const satisfies Record<keyof QuotaLimits, string>;

/**
 * @param tokens those the call may use at most, read and written
 * @throws what `pause` throws when the signal is given
 */
export async function paceCall(
  { quota, limitsOf, pause, random, waits }: Generation,
  {
    model,
    tokens,
    signal,
  }: { readonly model: ModelName; readonly tokens: number; readonly signal: AbortSignal },
): Promise<Room> {
  const limits = limitsOf(model);
  if (isUnlimited(limits)) return { isGranted: true, settle: () => Promise.resolve() };
  const bucket = modelId(model);
  let leftMs = waits.longestRetryMs;
  for (let tries = 1; ; tries += 1) {
    const reservation = await reserve(quota, bucket, tokens, limits);
    if (reservation === undefined)
      return { isGranted: false, detail: 'What was used of its limits could not be read.' };
    if (reservation.isGranted) {
      const { id } = reservation;
      // Never settled it counts as it was reserved, which is no less.
      return { isGranted: true, settle: (used) => quota.settle(bucket, id, used).catch(() => undefined) };
    }
    if (tries === mostTries || reservation.waitMs > leftMs)
      return { isGranted: false, detail: noRoom(reservation, tokens, limits) };
    // Scattered by a tenth: those who wait for the same room do not all come at once.
    const waitMs = Math.ceil(reservation.waitMs * (1 + 0.1 * random()));
    leftMs -= waitMs;
    await pause(waitMs, signal);
  }
}

/** Counts that cannot be read leave no room: a limit is not to be passed because its count is away. */
async function reserve(
  quota: Generation['quota'],
  bucket: string,
  tokens: number,
  limits: QuotaLimits,
): Promise<Reservation | undefined> {
  try {
    return await quota.reserve(bucket, tokens, limits);
  } catch {
    return undefined;
  }
}

function isUnlimited(limits: QuotaLimits): boolean {
  return Object.values(limits).every((limit) => limit === Infinity);
}

function noRoom(
  { waitMs, limit }: Extract<Reservation, { readonly isGranted: false }>,
  tokens: number,
  limits: QuotaLimits,
): string {
  const named = `${limits[limit]} ${limitNames[limit]}`;
  if (waitMs === Infinity) return `A call of up to ${tokens} tokens is larger than its limit of ${named}.`;
  return `Its limit of ${named} leaves no room for ${Math.ceil(waitMs / 1_000)} s.`;
}
