/**
 * Repositories the deployment keeps for everyone: those its setting names as `owner/name` are added where they are missing, shown to
 * all, and their default branch is refreshed once a week. They are the deployment's own.
 */

import { AppError } from '../../core/errors.ts';
import { readSource } from '../../core/read-source.ts';
import type { Repository, Snapshot } from '../../core/repository.ts';
import { openModeViewer } from '../../core/viewer.ts';
import { findHosted } from './find-hosted.ts';
import { bringUpToDate } from './hosted-version.ts';
import { refreshDefaultBranch } from './refresh-repository.ts';
import type { Services } from '../services.ts';

const refreshedEveryMs = 7 * 24 * 3_600_000;
const failedAgainMs = 24 * 3_600_000;
/** Begun at one call of the clock; the next begins others. */
const mostBegun = 5;

/** One that fails keeps no other from being tried, unless the host takes no more calls, or none with the deployment's token. */
export async function keepPopular(services: Services): Promise<void> {
  let begun = 0;
  for (const name of services.settings.popular.filter((one) => /^[^/]+\/[^/]+$/.test(one))) {
    if (begun >= mostBegun) return;
    try {
      if (await keep(services, name)) begun += 1;
    } catch (thrown) {
      const code = thrown instanceof AppError ? thrown.code : 'internal';
      // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
      console.error(JSON.stringify({ event: 'popular repository not kept', name, code }));
      if (code === 'host_limited' || code === 'token_refused') return;
    }
  }
}

/** @returns whether something began */
async function keep(services: Services, name: string): Promise<boolean> {
  const known = await find(services, name);
  return known === undefined ? add(services, name) : keepKnown(services, known);
}

async function keepKnown(services: Services, known: Repository): Promise<boolean> {
  if (known.source.kind !== 'github') return false;
  // What its owner alone may read over there waits until it is everyone's again.
  if (known.visibility !== 'public' && known.access === undefined)
    await services.catalog.publishRepository(known.id);
  const [newest] = await services.catalog.listSnapshots([known.id]);
  if (!isDue(services, known, newest)) return false;
  try {
    const refreshed = await refreshDefaultBranch(services, known, { isPerson: false });
    return refreshed.unchanged === undefined;
  } catch (thrown) {
    // What is refused would be refused at every call of the clock; a token is replaced at once.
    const isRefused = thrown instanceof AppError && !thrown.retryable && thrown.code !== 'token_refused';
    if (isRefused) await services.catalog.noteRefreshed(known.id);
    throw thrown;
  }
}

/** A setting need not spell a name as the host does. */
async function find({ catalog }: Services, name: string): Promise<Repository | undefined> {
  const exact = await catalog.findRepository(openModeViewer, name, 'github');
  if (exact !== undefined) return exact;
  const [owner = '', bare = ''] = name.split('/');
  const hosted = await catalog.listHosted({ kind: 'github', owner, name: bare, hostId: '' });
  const isSame = (one: Repository): boolean =>
    one.owner === openModeViewer.id && one.name.toLowerCase() === name.toLowerCase();
  return hosted.find(isSame) ?? catalog.findPopularAs(name);
}

function isDue(
  { clock }: Services,
  { createdAt, refreshedAt }: Repository,
  newest: Snapshot | undefined,
): boolean {
  const everyMs = newest?.status === 'failed' ? failedAgainMs : refreshedEveryMs;
  const [now, at] = [clock.now(), refreshedAt ?? createdAt];
  // A time that lies ahead is of before the clock was set back.
  return at > now || at + everyMs <= now;
}

async function add(services: Services, name: string): Promise<boolean> {
  const pasted = readSource(name);
  if (pasted.kind === 'web') return false;
  const found = await findHosted(services, openModeViewer, pasted);
  // It was renamed over there since the setting was written.
  if (found.repository !== undefined) {
    await services.catalog.notePopularAs(found.repository.id, name);
    return keepKnown(services, found.repository);
  }
  // What is not everyone's is not handed to all, whatever the setting says.
  if (found.hosted.isPrivate) throw new AppError('source_forbidden', `${name} is private.`);
  const { id } = await bringUpToDate(services, openModeViewer, {
    ...found,
    ref: found.hosted.defaultBranch,
    history: 'recent',
    isPerson: false,
    visibility: 'public',
  });
  if (found.name.toLowerCase() !== name.toLowerCase()) await services.catalog.notePopularAs(id, name);
  return true;
}
