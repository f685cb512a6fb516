/**
 * Checks whether an owner may still read a private repository on its host, and whether a public one that others read is still public: on
 * reads and lists, at most every 15 minutes. While the host is unreachable or limits calls, the last result is valid for a day. The next check waits
 * until the time that the host states, or a minute. A repository whose access is lost is hidden from reads until access returns.
 */

import { AppError, toAppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { hostedLocation } from '../../core/repositories/source.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Owner } from '../../core/viewer.ts';
import type { Clock } from '../../ports/clock.ts';
import { viewerAccess } from './host-access.ts';
import type { Hosting } from './hosting.ts';

const recheckMs = 15 * 60_000;
const maxUncheckedMs = 24 * 3_600_000;
const backOffMs = 60_000;
/** Maximum repositories in back-off that are stored. The oldest are dropped first, and checked again. */
const maxBackedOff = 1_000;

/** A list checks at most so many repositories. A host allows 5,000 calls an hour with a token and 60 without one. */
const maxListChecks = { withToken: 20, withoutToken: 3 } as const;

/** Wraps the catalog so that reads and lists check access. */
export function withAccessChecks(catalog: Catalog, hosting: Hosting, clock: Clock): Catalog {
  const checks = { catalog, hosting, clock, backOffUntil: new Map<string, number>() };
  return {
    ...catalog,
    async readRepository(viewer, id) {
      const found = await catalog.readRepository(viewer, id);
      if (found !== undefined)
        return (await isAccessLost(checks, found.repository, viewer)) ? undefined : found;
      const hidden = await catalog.getRepository(viewer, id);
      const isBack = hidden?.access?.lostAt !== undefined && !(await isAccessLost(checks, hidden, viewer));
      return isBack ? catalog.readRepository(viewer, id) : undefined;
    },
    async getRepository(viewer, id) {
      const found = await catalog.getRepository(viewer, id);
      // Owners see the state of what they own.
      if (found === undefined || found.owner === viewer.id) return found;
      return (await isAccessLost(checks, found, viewer)) ? undefined : found;
    },
    async listRepositories(viewer) {
      const listed = await catalog.listRepositories(viewer);
      const limit =
        hosting.deploymentToken === undefined ? maxListChecks.withoutToken : maxListChecks.withToken;
      const unchecked = listed
        .filter((repository) => repository.owner !== viewer.id && !isRecentlyChecked(repository, clock.now()))
        .toSorted((a, b) => lastCheckOf(a) - lastCheckOf(b))
        .slice(0, limit);
      const lost = new Set<string>();
      const check = async (repository: Repository): Promise<void> => {
        if (await isAccessLost(checks, repository, viewer)) lost.add(repository.id);
      };
      await Promise.all(unchecked.map(check));
      return listed.filter(({ id }) => !lost.has(id));
    },
  };
}

interface AccessServices {
  readonly catalog: Catalog;
  readonly hosting: Hosting;
  readonly clock: Clock;
}

interface AccessChecks extends AccessServices {
  /** The time until which checks of a repository back off, by its id. Only for this isolate. */
  readonly backOffUntil: Map<string, number>;
}

async function isAccessLost(checks: AccessChecks, repository: Repository, viewer: Owner): Promise<boolean> {
  const { id, owner, access, source } = repository;
  // The owner of a public repository has added it, and keeps it.
  if (hostedLocation(source) === undefined || (access === undefined && owner === viewer.id)) return false;
  const now = checks.clock.now();
  const checkedAt = lastCheckOf(repository);
  if (isRecentlyChecked(repository, now)) return access?.lostAt !== undefined;
  const { backOffUntil } = checks;
  const result = (backOffUntil.get(id) ?? 0) > now ? undefined : await checkAccess(checks, repository);
  // A repository that turned private stays readable for its owner.
  if (typeof result === 'string') return result === 'lost' || (result === 'readable' && owner !== viewer.id);
  if (result !== undefined) {
    backOffUntil.delete(id);
    backOffUntil.set(id, result.backOffUntil);
    for (const [first] of backOffUntil) if (backOffUntil.size > maxBackedOff) backOffUntil.delete(first);
  }
  const isServed = checkedAt <= now && checkedAt + maxUncheckedMs > now;
  return access?.lostAt !== undefined || !isServed;
}

function lastCheckOf({ access, publicCheckedAt, createdAt }: Repository): number {
  return access?.checkedAt ?? publicCheckedAt ?? createdAt;
}

/** A check with a time in the future was made before the clock was set back, so its age is unknown. */
function isRecentlyChecked(repository: Repository, now: number): boolean {
  const checkedAt = lastCheckOf(repository);
  return checkedAt <= now && checkedAt + recheckMs > now;
}

type AccessState = 'public' | 'readable' | 'lost';
/** The host could not be queried. */
interface FailedCheck {
  readonly backOffUntil: number;
}

/** Queries the host regardless of the last check, and records the result. */
export async function checkAccess(
  services: AccessServices,
  repository: Repository,
): Promise<AccessState | FailedCheck> {
  const state = await queryHost(services, repository);
  const now = services.clock.now();
  if (state instanceof AppError) {
    const { retryAt } = state.details;
    return { backOffUntil: typeof retryAt === 'number' ? retryAt : now + backOffMs };
  }
  const lostAt = state === 'lost' ? (repository.access?.lostAt ?? now) : undefined;
  await services.catalog.recordAccess(
    repository.id,
    state === 'public' ? undefined : { checkedAt: now, lostAt },
  );
  return state;
}

/** @returns the error if the host could not be queried */
async function queryHost(
  { hosting }: AccessServices,
  { source, owner }: Repository,
): Promise<AccessState | AppError> {
  if (source.kind !== 'github' && source.kind !== 'live') return 'readable';
  const access = await viewerAccess({ hosting }, { id: owner });
  try {
    const found = await hosting.codeHost.describe(source, access);
    // Another repository now has this name, so its visibility is not that of this repository.
    if (found.id !== source.hostId) return 'lost';
    if (!found.isPrivate) return 'public';
    return access.isOwn ? 'readable' : 'lost';
  } catch (thrown) {
    const failed = toAppError(thrown);
    return ['source_not_found', 'source_forbidden', 'token_refused'].includes(failed.code) ? 'lost' : failed;
  }
}
