/** Files fetched for questions go an hour after they were last asked. */

import { hide } from '../repositories/hide.ts';
import type { Services } from '../services.ts';

const keptMs = 3_600_000;

type Needed = Pick<Services, 'catalog' | 'clock'>;

/** Hides those whose time is over. */
export async function expireLive({
  catalog,
  clock,
  jobQueue,
}: Needed & Pick<Services, 'jobQueue'>): Promise<void> {
  const live = await catalog.listLive();
  for (const { id, usedAt } of live)
    if (usedAt + keptMs <= clock.now()) await hide({ jobQueue }, () => catalog.hideRepository(id));
}

/** After how many milliseconds a repository's time may be over; undefined of one that is not live, or gone. */
export async function liveLeftMs(
  { catalog, clock }: Needed,
  repositoryId: string,
): Promise<number | undefined> {
  const found = (await catalog.listLive()).find(({ id }) => id === repositoryId);
  return found && Math.max(0, found.usedAt + keptMs - clock.now());
}
