/**
 * Maintains the deployment's popular repositories: adds those that the `POPULAR` setting lists as `owner/name`, makes them public, and
 * refreshes their default branch once a week. The deployment owns them.
 */

import { AppError } from '../../core/errors.ts';
import { readSource } from '../../core/repositories/read-source.ts';
import type { Repository, Snapshot } from '../../core/repositories/repository.ts';
import { deployment } from '../../core/viewer.ts';
import { resolveHostedSource } from './resolve-hosted-source.ts';
import { updateHostedVersion } from './update-hosted-version.ts';
import { refreshDefaultBranch } from './refresh-repository.ts';
import type { Services } from '../services.ts';

const refreshIntervalMs = 7 * 24 * 3_600_000;
const retryIntervalMs = 24 * 3_600_000;
/** Maximum jobs started per scheduled run. The next run starts more. */
const maxStartedPerRun = 5;

/**
 * A failure of one repository does not stop the refresh of other repositories, unless the host rejects all further calls or the
 * deployment's token.
 */
export async function refreshPopular(services: Services): Promise<void> {
  let started = 0;
  for (const name of services.settings.popular.filter((entry) => /^[^/]+\/[^/]+$/.test(entry))) {
    if (started >= maxStartedPerRun) return;
    try {
      if (await refreshOrAdd(services, name)) started += 1;
    } catch (thrown) {
      const code = thrown instanceof AppError ? thrown.code : 'internal';
      // oxlint-disable-next-line no-console -- the console writes to the platform's structured log
      console.error(JSON.stringify({ event: 'popular repository not refreshed', name, code }));
      if (code === 'host_limited' || code === 'token_refused') return;
    }
  }
}

/** @returns whether a job started */
async function refreshOrAdd(services: Services, name: string): Promise<boolean> {
  const known = await findPopular(services, name);
  return known === undefined ? addPopular(services, name) : refreshKnown(services, known);
}

async function refreshKnown(services: Services, known: Repository): Promise<boolean> {
  if (known.source.kind !== 'github') return false;
  // A repository that is private on the host stays unpublished until it is public again.
  if (known.visibility !== 'public' && known.access === undefined)
    await services.catalog.publishRepository(known.id);
  const [newest] = await services.catalog.listSnapshots([known.id]);
  if (!isDue(services, known, newest)) return false;
  try {
    const refreshed = await refreshDefaultBranch(services, known, { isUserRequest: false });
    return refreshed.unchanged === undefined;
  } catch (thrown) {
    // A permanent error would repeat at every run, so the next attempt waits a full interval. A rejected token may be replaced at any time.
    const isPermanent = thrown instanceof AppError && !thrown.retryable && thrown.code !== 'token_refused';
    if (isPermanent) await services.catalog.recordRefresh(known.id);
    throw thrown;
  }
}

/** Finds a popular repository, whose name in the setting may differ in letter case from the host's, or be an earlier name. */
async function findPopular({ catalog }: Services, name: string): Promise<Repository | undefined> {
  const exact = await catalog.findRepository(deployment, name, 'github');
  if (exact !== undefined) return exact;
  const [owner = '', bare = ''] = name.split('/');
  const hosted = await catalog.listHosted({ kind: 'github', owner, name: bare, hostId: '' });
  const isSame = (repository: Repository): boolean =>
    repository.owner === deployment.id && repository.name.toLowerCase() === name.toLowerCase();
  return hosted.find(isSame) ?? catalog.findByPopularName(name);
}

function isDue(
  { clock }: Services,
  { createdAt, refreshedAt }: Repository,
  newest: Snapshot | undefined,
): boolean {
  const everyMs = newest?.status === 'failed' ? retryIntervalMs : refreshIntervalMs;
  const [now, lastAt] = [clock.now(), refreshedAt ?? createdAt];
  // A time in the future was recorded before the clock was set back.
  return lastAt > now || lastAt + everyMs <= now;
}

async function addPopular(services: Services, name: string): Promise<boolean> {
  const pasted = readSource(name);
  if (pasted.kind === 'web') return false;
  const found = await resolveHostedSource(services, deployment, pasted);
  // The repository was renamed on the host after the setting was written.
  if (found.repository !== undefined) {
    await services.catalog.recordPopularName(found.repository.id, name);
    return refreshKnown(services, found.repository);
  }
  // A private repository is never made public, even if the setting lists it.
  if (found.hosted.isPrivate) throw new AppError('source_forbidden', `${name} is private.`);
  const { id } = await updateHostedVersion(services, deployment, {
    ...found,
    ref: found.hosted.defaultBranch,
    history: 'recent',
    isUserRequest: false,
    visibility: 'public',
  });
  if (found.name.toLowerCase() !== name.toLowerCase()) await services.catalog.recordPopularName(id, name);
  return true;
}
