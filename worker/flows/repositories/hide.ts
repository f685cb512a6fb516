/** Hides what is then removed in the background. */

import type { Services } from '../services.ts';

/** How long a write of the catalog may take: D1 gives up after 30 s. */
export const longestWriteMs = 30_000;

/**
 * Hides something that is then removed in the background. The alarm is set before there is anything to find, so that a crash at any moment
 * loses no removal.
 */
export async function hide<Result>(
  { jobQueue }: Pick<Services, 'jobQueue'>,
  write: () => Promise<Result>,
): Promise<Result> {
  await jobQueue.watchCleanup(longestWriteMs);
  const hidden = await write();
  await jobQueue.watchCleanup(0);
  return hidden;
}
