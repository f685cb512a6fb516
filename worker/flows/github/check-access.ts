/**
 * Whether an owner may still read a private repository over there. Asked again when it is read, at most every quarter of an hour; while
 * the host cannot be reached, or takes no more calls, what was so before holds, for a day, and it is let be until it said to come back,
 * or for a minute. What is lost is hidden from reads, and shown again when it is back.
 */

import { AppError, toAppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import { placeOnHost } from '../../core/source.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import { accessOf } from './host-access.ts';
import type { Hosting } from './hosting.ts';

const askedEveryMs = 15 * 60_000;
const servedUnaskedMs = 24 * 3_600_000;
const letBeMs = 60_000;
/** Repositories whose host is let be that are remembered; of more the first are asked about again. */
const mostLetBe = 1_000;

/** The catalog, whose reads are checked so. */
export function checkingAccess(catalog: Catalog, hosting: Hosting, clock: Clock): Catalog {
  const needed = { catalog, hosting, clock, letBeUntil: new Map<string, number>() };
  return {
    ...catalog,
    async readRepository(viewer, id) {
      const found = await catalog.readRepository(viewer, id);
      if (found !== undefined) return (await isAccessLost(needed, found.repository)) ? undefined : found;
      const hidden = await catalog.getRepository(viewer, id);
      const isBack = hidden?.access?.lostAt !== undefined && !(await isAccessLost(needed, hidden));
      return isBack ? catalog.readRepository(viewer, id) : undefined;
    },
  };
}

interface Needed {
  readonly catalog: Catalog;
  readonly hosting: Hosting;
  readonly clock: Clock;
}

interface Checking extends Needed {
  /** Until when the host is not asked about a repository, by its id; known to this isolate alone. */
  readonly letBeUntil: Map<string, number>;
}

async function isAccessLost(needed: Checking, repository: Repository): Promise<boolean> {
  const { id, access, source } = repository;
  if (access === undefined || placeOnHost(source) === undefined) return false;
  const now = needed.clock.now();
  // A check that lies ahead was made before the clock was set back: nobody knows how old it is.
  const isRecent = access.checkedAt <= now && access.checkedAt + askedEveryMs > now;
  if (isRecent) return access.lostAt !== undefined;
  const { letBeUntil } = needed;
  const told = (letBeUntil.get(id) ?? 0) > now ? undefined : await askAccess(needed, repository);
  if (typeof told === 'string') return told === 'lost';
  if (told !== undefined) {
    letBeUntil.delete(id);
    letBeUntil.set(id, told.letBeUntil);
    for (const [first] of letBeUntil) if (letBeUntil.size > mostLetBe) letBeUntil.delete(first);
  }
  const isServed = access.checkedAt <= now && access.checkedAt + servedUnaskedMs > now;
  return access.lostAt !== undefined || !isServed;
}

type Told = 'open' | 'there' | 'lost';
/** It told nothing. */
interface Silent {
  readonly letBeUntil: number;
}

/** Asks the host, however lately it was asked, and writes down what it says. */
export async function askAccess(needed: Needed, repository: Repository): Promise<Told | Silent> {
  const told = await ask(needed, repository);
  const now = needed.clock.now();
  if (told instanceof AppError) {
    const { retryAt } = told.details;
    return { letBeUntil: typeof retryAt === 'number' ? retryAt : now + letBeMs };
  }
  const lostAt = told === 'lost' ? (repository.access?.lostAt ?? now) : undefined;
  await needed.catalog.noteAccess(repository.id, told === 'open' ? undefined : { checkedAt: now, lostAt });
  return told;
}

/** @returns why it could not be asked, where it could not */
async function ask({ hosting }: Needed, { source, owner }: Repository): Promise<Told | AppError> {
  if (source.kind !== 'github' && source.kind !== 'live') return 'there';
  const access = await accessOf({ hosting }, { id: owner });
  try {
    const found = await hosting.codeHost.describe(source, access);
    // Another has its name by now: that everyone may read that one says nothing of this.
    if (found.id !== source.hostId) return 'lost';
    if (!found.isPrivate) return 'open';
    return access.isOwn ? 'there' : 'lost';
  } catch (thrown) {
    const failed = toAppError(thrown);
    return ['source_not_found', 'source_forbidden', 'token_refused'].includes(failed.code) ? 'lost' : failed;
  }
}
