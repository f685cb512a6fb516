/** Does what the alarm of the cleanup object does, round by round. */

import { removeInBackground } from '../../../worker/flows/repositories/remove-in-background.ts';
import type { Services } from '../../../worker/flows/services.ts';

/** Runs rounds until none is due. @throws the first failure of a round */
export async function cleanUpNow(services: Services): Promise<void> {
  for (;;) {
    const { nextMs, failures } = await removeInBackground(services);
    if (failures.length > 0) throw failures[0];
    if (nextMs !== 0) return;
  }
}
