/**
 * Whether an owner may still read a private repository over there. Asked again when it is read, at most every quarter of an hour; while
 * the host cannot be reached what was so before holds, for a day. What is lost is hidden from reads, and shown again when it is back.
 */

import { AppError } from '../core/errors.ts';
import type { Repository } from '../core/repository.ts';
import { placeOnHost } from '../core/source.ts';
import type { Catalog } from '../ports/catalog.ts';
import type { Clock } from '../ports/clock.ts';
import { accessOf } from './host-access.ts';
import type { Hosting } from './hosting.ts';

const askedEveryMs = 15 * 60_000;
const servedUnaskedMs = 24 * 3_600_000;

/** The catalog, whose reads are checked so. */
export function checkingAccess(catalog: Catalog, hosting: Hosting, clock: Clock): Catalog {
  return {
    ...catalog,
    async readRepository(viewer, id) {
      const found = await catalog.readRepository(viewer, id);
      if (found !== undefined)
        return (await isAccessLost({ catalog, hosting, clock }, found.repository)) ? undefined : found;
      const hidden = await catalog.getRepository(viewer, id);
      const isBack =
        hidden?.access?.lostAt !== undefined && !(await isAccessLost({ catalog, hosting, clock }, hidden));
      return isBack ? catalog.readRepository(viewer, id) : undefined;
    },
  };
}

interface Needed {
  readonly catalog: Catalog;
  readonly hosting: Hosting;
  readonly clock: Clock;
}

/** Asks the host where it is time to, and writes down what it says. */
export async function isAccessLost(needed: Needed, repository: Repository): Promise<boolean> {
  const { access, source } = repository;
  if (access === undefined || placeOnHost(source) === undefined) return false;
  const now = needed.clock.now();
  if (access.checkedAt + askedEveryMs > now) return access.lostAt !== undefined;
  const told = await ask(needed, repository);
  if (told === 'unreachable') return access.lostAt !== undefined || access.checkedAt + servedUnaskedMs <= now;
  const lostAt = told === 'lost' ? (access.lostAt ?? now) : undefined;
  await needed.catalog.noteAccess(repository.id, told === 'open' ? undefined : { checkedAt: now, lostAt });
  return lostAt !== undefined;
}

async function ask(
  { hosting }: Needed,
  { source, owner }: Repository,
): Promise<'open' | 'there' | 'lost' | 'unreachable'> {
  if (source.kind !== 'github' && source.kind !== 'live') return 'there';
  const access = await accessOf({ hosting }, { id: owner });
  try {
    const found = await hosting.codeHost.describe(source, access);
    // Another has its name by now: that everyone may read that one says nothing of this.
    if (found.id !== source.hostId) return 'lost';
    if (!found.isPrivate) return 'open';
    return access.isOwn ? 'there' : 'lost';
  } catch (thrown) {
    const code = thrown instanceof AppError ? thrown.code : 'internal';
    return ['source_not_found', 'source_forbidden', 'token_refused'].includes(code) ? 'lost' : 'unreachable';
  }
}
