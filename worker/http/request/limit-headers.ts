/**
 * Writes limits as `RateLimit-Policy` and `RateLimit` headers, which are lists of structured fields:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */

import { findWindow, periods, type Standing } from '../../core/limits/measures.ts';

const secondMs = 1_000;

/** @param now milliseconds since 1970 */
export function formatLimitHeaders(
  standings: readonly Standing[],
  now: number,
): Readonly<Record<string, string>> {
  if (standings.length === 0) return {};
  const policies = standings.map(({ measure, limit }) => {
    const { startsAt, endsAt } = findWindow(periods[measure], now);
    return `"${measure}";q=${limit};w=${(endsAt - startsAt) / secondMs}`;
  });
  const states = standings.map(
    ({ measure, left, resetsAt }) =>
      `"${measure}";r=${left};t=${Math.max(0, Math.ceil((resetsAt - now) / secondMs))}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}
