/**
 * Checks whether the default branches of repositories in use have new commits on their host, so that answers can state this without a
 * call. A run checks few repositories: without a token, a host allows 60 calls an hour, and each check takes two.
 */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { describeForViewer } from './host-access.ts';
import type { Services } from '../services.ts';

const checkEveryMs = 10 * 60_000;
/** A repository is in use for this long after its last recorded use. Uses are recorded once an hour. */
const inUseMs = 2 * 3_600_000;
const maxChecks = { withToken: 20, withoutToken: 2 } as const;

export async function checkHeads(services: Services): Promise<void> {
  const { catalog, clock, hosting } = services;
  const limit = hosting.deploymentToken === undefined ? maxChecks.withoutToken : maxChecks.withToken;
  const now = clock.now();
  for (const repository of await catalog.listUnchecked(now - inUseMs, now - checkEveryMs, limit))
    try {
      // The check is recorded first, so that a repository whose check fails moves to the end of the queue.
      await catalog.recordHeadCheck(repository.id);
      await checkHead(services, repository);
    } catch (thrown) {
      // Access to the repository is checked when it is read, not here.
      if (!(thrown instanceof AppError) || thrown.code === 'internal') throw thrown;
      if (thrown.code === 'host_limited') return;
    }
}

async function checkHead(services: Services, { id, owner, source, hostHead }: Repository): Promise<void> {
  if (source.kind !== 'github') return;
  const { repository: hosted, access } = await describeForViewer(services, { id: owner }, source);
  if (hosted.id !== source.hostId) return;
  const ref = hosted.defaultBranch;
  const snapshots = await services.catalog.listSnapshots([id]);
  // The host does not count a conditional request that finds nothing new.
  const known = snapshots.find((snapshot) => snapshot.ref === ref && snapshot.etag !== undefined);
  const etag = known !== undefined && known.commit === hostHead?.commit ? known.etag : undefined;
  const found = await services.hosting.codeHost.resolve(hosted, ref, { ...access, etag });
  const commit = found === 'unchanged' ? known?.commit : found.commit;
  if (commit !== undefined) await services.catalog.recordHostHead(id, { ref, commit });
}
