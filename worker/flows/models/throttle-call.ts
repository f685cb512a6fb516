/** Reserves one call within the rate limits of its model. It waits for capacity for a short time, and settles the actual use afterwards. */

import { formatModelName, type ModelName } from '../../core/answers/generation.ts';
import type { QuotaLimits, Reservation } from '../../ports/quota.ts';
import type { Generation } from './generation.ts';

type CallPermit =
  | { readonly isGranted: true; readonly settle: (tokens: number) => Promise<void> }
  | { readonly isGranted: false; readonly detail: string };

/** Maximum attempts, since other calls may take the capacity. After that the next model is the better choice. */
const maxAttempts = 4;

const limitNames = {
  requestsPerMinute: 'calls a minute',
  tokensPerMinute: 'tokens a minute',
  requestsPerDay: 'calls a day',
  tokensPerDay: 'tokens a day',
} as const satisfies Record<keyof QuotaLimits, string>;

/**
 * @param tokens the maximum tokens of the call, input and output
 * @throws what `pause` throws when the signal aborts
 */
export async function throttleCall(
  { quota, getLimits, pause, random, timeouts }: Generation,
  {
    model,
    tokens,
    signal,
  }: { readonly model: ModelName; readonly tokens: number; readonly signal: AbortSignal },
): Promise<CallPermit> {
  const limits = getLimits(model);
  if (isUnlimited(limits)) return { isGranted: true, settle: () => Promise.resolve() };
  const bucket = formatModelName(model);
  let leftMs = timeouts.maxRetryMs;
  for (let attempt = 1; ; attempt += 1) {
    const reservation = await reserve(quota, bucket, tokens, limits);
    if (reservation === undefined)
      return { isGranted: false, detail: 'The use of its rate limits could not be read.' };
    if (reservation.isGranted) {
      const { id } = reservation;
      // If this fails, the reservation still counts in full.
      return { isGranted: true, settle: (used) => quota.settle(bucket, id, used).catch(() => undefined) };
    }
    if (attempt === maxAttempts || reservation.waitMs > leftMs)
      return { isGranted: false, detail: describeLimit(reservation, tokens, limits) };
    // Adds up to 10 % of jitter, so that waiting calls do not all retry at the same time.
    const waitMs = Math.ceil(reservation.waitMs * (1 + 0.1 * random()));
    leftMs -= waitMs;
    await pause(waitMs, signal);
  }
}

/** @returns undefined if the counts cannot be read, so that no limit is exceeded while its counter is unavailable */
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

function describeLimit(
  { waitMs, limit }: Extract<Reservation, { readonly isGranted: false }>,
  tokens: number,
  limits: QuotaLimits,
): string {
  const limitText = `${limits[limit]} ${limitNames[limit]}`;
  if (waitMs === Infinity)
    return `A call of up to ${tokens} tokens is larger than its limit of ${limitText}.`;
  return `Its limit of ${limitText} has no capacity for another ${Math.ceil(waitMs / 1_000)} s.`;
}
