/** How long a model that failed is waited for before it is tried again. */

import type { GenerationWaits } from './generation.ts';

const leastMs = 400;
/** Waits are scattered, so that those who failed together do not come back together. */
const scatterMs = 400;

/**
 * @param retryAfterMs as the vendor asks; never tried sooner
 * @param random 0 to 1
 * @returns undefined where that is longer than anyone waits: the next model is asked instead
 */
export function retryWait(
  retryAfterMs: number | undefined,
  { longestRetryMs }: Pick<GenerationWaits, 'longestRetryMs'>,
  random: number,
): number | undefined {
  if (longestRetryMs === 0 || (retryAfterMs ?? 0) > longestRetryMs) return undefined;
  if (retryAfterMs === undefined) return Math.min(longestRetryMs, leastMs + scatterMs * random);
  return retryAfterMs + scatterMs * random;
}
