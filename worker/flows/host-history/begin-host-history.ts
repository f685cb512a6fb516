/** Begins fetching the past of a snapshot that has just been published, where its repository lies on a host. Begun again it is begun once. */

import type { Repository, Snapshot } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { HistoryInput, HistoryJob, HistoryJobKey } from '../../ports/history-jobs.ts';
import { historyAccess } from '../github/host-access.ts';
import { mostAskedAgain } from './host-history-pages.ts';
import { historyKeyOf } from '../browse/read-history.ts';
import type { Services } from '../services.ts';

/** Twelve months. */
const recentMs = 365 * 24 * 3_600_000;
/** A discussion may change while the pages of the last run went by. */
const overlapMs = 3_600_000;

/** @param job whose generation is served now; does nothing for uploads, and where no history was asked for */
export async function beginHostHistory(services: Services, job: Job): Promise<void> {
  const [snapshot, repository] = await Promise.all([
    services.catalog.getSnapshot(job.snapshotNumber),
    services.catalog.getHosted(job.repositoryId),
  ]);
  if (snapshot?.generation !== job.generation || repository === undefined) return;
  await beginUnder(services, { repository, snapshot }, firstId(snapshot));
}

/**
 * Begins a past anew that broke off, that the host told in part, or that a token now tells more of; one that is on its way is told of again.
 * @returns whether one began
 */
export async function beginHostHistoryAgain(services: Services, of: Fetched): Promise<boolean> {
  const { repository, snapshot } = of;
  if (snapshot.generation === 0 || snapshot.status !== 'ready') return false;
  const { historyJobs } = services;
  const last = await historyJobs.ofVersion({ shard: repository.shard, snapshot: snapshot.number });
  if (last === undefined || last.key.generation !== snapshot.generation)
    return beginUnder(services, of, firstId(snapshot));
  if (last.state === 'running') {
    await tellOf(services, last);
    return false;
  }
  if (last.state === 'done' && !isToldAgain(last) && !(await couldTellMore(services, repository, last)))
    return false;
  return beginUnder(services, of, idAfter(last.id, snapshot));
}

export interface Fetched {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
}

function firstId({ number, generation }: Snapshot): string {
  return `history-${number}-${generation}`;
}

/** Counted on from the last, so that two who ask at once begin one. */
function idAfter(last: string, snapshot: Snapshot): string {
  const first = firstId(snapshot);
  const count = last === first ? 1 : Number(last.slice(first.length + 1));
  return `${first}-${count + 1}`;
}

/** @returns whether it was not there before */
async function beginUnder(
  services: Services,
  { repository, snapshot }: Fetched,
  id: string,
): Promise<boolean> {
  if (repository.source.kind !== 'github') return false;
  if (snapshot.history === undefined || snapshot.history === 'none') return false;
  const { historyJobs, clock } = services;
  const { shard } = repository;
  const key = historyKeyOf({
    key: { shard, snapshot: snapshot.number, generation: snapshot.generation },
    repository,
  });
  const last = await historyJobs.lastDone(key);
  const input = inputOf({
    repository,
    snapshot,
    last: last === undefined || (await couldTellMore(services, repository, last)) ? undefined : last,
    now: clock.now(),
  });
  if (input === undefined) return false;
  const isNew = await historyJobs.begin({ id, shard, key, input });
  // Also one begun before: cut off right after, nobody was told of it. Told twice it is done once.
  if ((await historyJobs.get({ id, shard }))?.state === 'running') await tellOf(services, { id, shard });
  return isNew;
}

async function tellOf({ jobQueue }: Services, { id, shard }: HistoryJobKey): Promise<void> {
  await jobQueue.watch({ id, shard, kind: 'history' });
  await jobQueue.wakeHistory({ id, shard });
}

/** Whether the host failed to tell some of it, and has not been asked again too often. */
function isToldAgain({ step, input }: HistoryJob): boolean {
  return step.missedSince !== undefined && (input.askedAgain ?? 0) < mostAskedAgain;
}

/** Whether there is a token now and was none then: what the host told less of is asked for again. */
async function couldTellMore(
  services: Services,
  { id, owner }: Repository,
  last: HistoryJob,
): Promise<boolean> {
  const { reachOf } = services.historySource;
  const without = reachOf({ token: undefined }).notes;
  if (!last.notes.some((note) => without.includes(note))) return false;
  const access = await historyAccess(services, id, { id: owner }).catch(() => ({ token: undefined }));
  return access.token !== undefined && !reachOf(access).notes.some((note) => without.includes(note));
}

function inputOf({
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
  // What was fetched before reaches as far back as what is asked for now: then only what is new is.
  const reaches =
    last !== undefined &&
    (last.input.since === undefined || (since !== undefined && last.input.since <= since));
  return {
    place: { owner, name },
    owner: repository.owner,
    tip: snapshot.commit,
    since,
    ...(reaches ? afterLast(last) : { changedSince: since, earlier: undefined }),
  };
}

/** What has changed since, what the host failed to tell then, and what it would not. */
function afterLast(last: HistoryJob): Pick<HistoryInput, 'changedSince' | 'earlier' | 'anew' | 'askedAgain'> {
  const { createdAt, key, step, input } = last;
  const changedSince = createdAt - overlapMs;
  const { without: anew } = step;
  if (step.missedSince === undefined || !isToldAgain(last)) return { changedSince, earlier: key, anew };
  return {
    changedSince: Math.min(changedSince, step.missedSince),
    earlier: key,
    anew,
    askedAgain: (input.askedAgain ?? 0) + 1,
  };
}
