/** Starts fetching the history of a published snapshot from its host. Starting it again has no effect while a job exists. */

import type { Repository, Snapshot } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { HistoryInput, HistoryJob, HistoryJobKey } from '../../ports/history-jobs.ts';
import { historyAccess } from '../github/host-access.ts';
import { maxRepeatRequests } from './history-page.ts';
import { toHistoryKey } from '../browse/read-history.ts';
import type { Services } from '../services.ts';

/** How far back a history reaches unless the whole history is requested: one year. */
const recentMs = 365 * 24 * 3_600_000;
/** Overlap with the last run, since a discussion may have changed while that run fetched its pages. */
const overlapMs = 3_600_000;

/**
 * Ignores uploads and snapshots without history.
 * @param job the indexing job whose generation is served now
 */
export async function beginHostHistory(services: Services, job: Job): Promise<void> {
  const [snapshot, repository] = await Promise.all([
    services.catalog.getSnapshot(job.snapshotNumber),
    services.catalog.getHosted(job.repositoryId),
  ]);
  if (snapshot?.generation !== job.generation || repository === undefined) return;
  await beginWithId(services, { repository, snapshot }, firstId(snapshot));
}

/**
 * Fetches the history again if the last job failed, if the host omitted some of the history, or if a new token gives access to more. A
 * running job is woken.
 * @returns whether a job started
 */
export async function beginHostHistoryAgain(
  services: Services,
  published: PublishedSnapshot,
): Promise<boolean> {
  const { repository, snapshot } = published;
  if (snapshot.generation === 0 || snapshot.status !== 'ready') return false;
  const { historyJobs } = services;
  const last = await historyJobs.findByVersion({ shard: repository.shard, snapshot: snapshot.number });
  if (last === undefined || last.key.generation !== snapshot.generation)
    return beginWithId(services, published, firstId(snapshot));
  if (last.state === 'running') {
    await wakeJob(services, last);
    return false;
  }
  if (last.state === 'done' && !shouldRequestAgain(last) && !(await hasNewAccess(services, repository, last)))
    return false;
  return beginWithId(services, published, nextId(last.id, snapshot));
}

interface PublishedSnapshot {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
}

function firstId({ number, generation }: Snapshot): string {
  return `history-${number}-${generation}`;
}

/** Counts up from the last id, so that two concurrent requests start one job. */
function nextId(last: string, snapshot: Snapshot): string {
  const first = firstId(snapshot);
  const count = last === first ? 1 : Number(last.slice(first.length + 1));
  return `${first}-${count + 1}`;
}

/** @returns whether the job is new */
async function beginWithId(
  services: Services,
  { repository, snapshot }: PublishedSnapshot,
  id: string,
): Promise<boolean> {
  if (repository.source.kind !== 'github') return false;
  if (snapshot.history === undefined || snapshot.history === 'none') return false;
  const { historyJobs, clock } = services;
  const { shard } = repository;
  const key = toHistoryKey({
    key: { shard, snapshot: snapshot.number, generation: snapshot.generation },
    repository,
  });
  const last = await historyJobs.lastDone(key);
  const input = createInput({
    repository,
    snapshot,
    last: last === undefined || (await hasNewAccess(services, repository, last)) ? undefined : last,
    now: clock.now(),
  });
  if (input === undefined) return false;
  const isNew = await historyJobs.begin({ id, shard, key, input });
  // An existing job is woken too, since a crash may have prevented its first wake. Waking it twice is harmless.
  if ((await historyJobs.get({ id, shard }))?.state === 'running') await wakeJob(services, { id, shard });
  return isNew;
}

async function wakeJob({ jobQueue }: Services, { id, shard }: HistoryJobKey): Promise<void> {
  await jobQueue.watch({ id, shard, kind: 'history' });
  await jobQueue.wakeHistory({ id, shard });
}

/** Whether the host omitted discussions and they may be requested again. */
function shouldRequestAgain({ step, input }: HistoryJob): boolean {
  return step.missedSince !== undefined && (input.askedAgain ?? 0) < maxRepeatRequests;
}

/** Whether a token is now available that gives access to history that the last run could not read. */
async function hasNewAccess(
  services: Services,
  { id, owner }: Repository,
  last: HistoryJob,
): Promise<boolean> {
  const { capabilities: getCapabilities } = services.historySource;
  const notesWithoutToken = getCapabilities({ token: undefined }).notes;
  if (!last.notes.some((note) => notesWithoutToken.includes(note))) return false;
  const access = await historyAccess(services, id, { id: owner }).catch(() => ({ token: undefined }));
  return (
    access.token !== undefined &&
    !getCapabilities(access).notes.some((note) => notesWithoutToken.includes(note))
  );
}

function createInput({
  repository,
  snapshot,
  last,
  now,
}: {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly last: HistoryJob | undefined;
  readonly now: number;
}): HistoryInput | undefined {
  if (repository.source.kind !== 'github') return undefined;
  const { owner, name } = repository.source;
  const since = snapshot.history === 'full' ? undefined : now - recentMs;
  // If the last run reached as far back as this run must, only changes since then are fetched.
  const reachesFarEnough =
    last !== undefined &&
    (last.input.since === undefined || (since !== undefined && last.input.since <= since));
  return {
    place: { owner, name },
    owner: repository.owner,
    tip: snapshot.commit,
    since,
    ...(reachesFarEnough ? continueFrom(last) : { changedSince: since, earlier: undefined }),
  };
}

/** Continues from the last run: fetches what has changed since, what the host omitted, and the stages that failed. */
function continueFrom(
  last: HistoryJob,
): Pick<HistoryInput, 'changedSince' | 'earlier' | 'anew' | 'askedAgain'> {
  const { createdAt, key, step, input } = last;
  const changedSince = createdAt - overlapMs;
  const { without: anew } = step;
  if (step.missedSince === undefined || !shouldRequestAgain(last))
    return { changedSince, earlier: key, anew };
  return {
    changedSince: Math.min(changedSince, step.missedSince),
    earlier: key,
    anew,
    askedAgain: (input.askedAgain ?? 0) + 1,
  };
}
