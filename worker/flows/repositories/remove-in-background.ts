/**
 * Removes in the background what nobody can read any more: repositories, versions, and what interrupted uploads stored. Every step is small and
 * safe to repeat; the alarm of one object calls this until nothing is left, also after a crash.
 */

import { finishVersionRemovals } from './collect-versions.ts';
import { abandonExpiredUploads } from '../indexing/receive-upload.ts';
import { finishRemovals } from './remove-repository.ts';
import type { Services } from '../services.ts';

/** After a step that failed. */
const retryAfterMs = 15_000;

interface CleanUp {
  /** After how many milliseconds to continue; undefined when nothing is left. */
  readonly nextMs: number | undefined;
  /** What failed and is tried again then, for the log. */
  readonly failures: readonly unknown[];
}

/** A part that fails does not keep the others from being tried. */
export async function cleanUp(services: Services): Promise<CleanUp> {
  const failures: unknown[] = [];
  const tried = async <Result>(part: (services: Services) => Promise<Result>): Promise<Result | undefined> =>
    part(services).catch((thrown: unknown) => void failures.push(thrown));
  const uploadsMs = await tried(abandonExpiredUploads);
  const isRepositoryLeft = await tried(finishRemovals);
  await tried(finishVersionRemovals);
  if (isRepositoryLeft === true) return { nextMs: 0, failures };
  const waits = [uploadsMs, failures.length > 0 ? retryAfterMs : undefined];
  const due = waits.filter((ms) => ms !== undefined);
  return { nextMs: due.length === 0 ? undefined : Math.min(...due), failures };
}
