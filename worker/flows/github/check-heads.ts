/**
 * Asks hosts whether the default branches of repositories in use have moved, so that answers can state it without a call of their
 * own. A few repositories at a time: without a token a host allows 60 calls an hour, and each check takes two.
 */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import { describeFor } from './host-access.ts';
import type { Services } from '../services.ts';

const checkEveryMs = 10 * 60_000;
/** Uses are recorded once an hour. */
const inUseMs = 2 * 3_600_000;
const atOnce = { withToken: 20, withoutToken: 2 } as const;

export async function checkHeads(services: Services): Promise<void> {
  const { catalog, clock, hosting } = services;
  const limit = hosting.deploymentToken === undefined ? atOnce.withoutToken : atOnce.withToken;
  const now = clock.now();
  for (const repository of await catalog.listUnchecked(now - inUseMs, now - checkEveryMs, limit))
    try {
      // First: one that fails, whatever the reason, waits behind the others.
      await catalog.noteHeadCheck(repository.id);
      await checkHead(services, repository);
    } catch (thrown) {
      // The time of the last check stays; whether it may still be read is decided when it is read.
      if (!(thrown instanceof AppError) || thrown.code === 'internal') throw thrown;
      if (thrown.code === 'host_limited') return;
    }
}

async function checkHead(services: Services, { id, owner, source, hostHead }: Repository): Promise<void> {
  if (source.kind !== 'github') return;
  const { repository: hosted, access } = await describeFor(services, { id: owner }, source);
  if (hosted.id !== source.hostId) return;
  const ref = hosted.defaultBranch;
  const snapshots = await services.catalog.listSnapshots([id]);
  // A conditional request that finds nothing new is not counted by the host.
  const known = snapshots.find((one) => one.ref === ref && one.etag !== undefined);
  const etag = known !== undefined && known.commit === hostHead?.commit ? known.etag : undefined;
  const found = await services.hosting.codeHost.resolve(hosted, ref, { ...access, etag });
  const commit = found === 'unchanged' ? known?.commit : found.commit;
  if (commit !== undefined) await services.catalog.noteHostHead(id, { ref, commit });
}
