/** Files fetched for questions go an hour after they were last asked. */

import type { Services } from './services.ts';

const keptMs = 3_600_000;

type Needed = Pick<Services, 'catalog' | 'clock'>;

/** Hides those whose time is over; whoever sweeps empties them. */
export async function expireLive({ catalog, clock }: Needed): Promise<void> {
  const live = await catalog.listLive();
  for (const { id, usedAt } of live) if (usedAt + keptMs <= clock.now()) await catalog.hideRepository(id);
}

/** After how many milliseconds a repository's time may be over; undefined of one that is not live, or gone. */
export async function liveLeftMs(
  { catalog, clock }: Needed,
  repositoryId: string,
): Promise<number | undefined> {
  const found = (await catalog.listLive()).find(({ id }) => id === repositoryId);
  return found && Math.max(0, found.usedAt + keptMs - clock.now());
}
