/** Begins fetching the past of a snapshot that has just been published, where its repository lies on a host. Begun again it is begun once. */

import type { Repository, Snapshot } from '../core/repository.ts';
import type { Job } from '../ports/catalog.ts';
import type { HistoryInput, HistoryJob } from '../ports/history-jobs.ts';
import { historyAccess } from './host-access.ts';
import { historyKeyOf } from './read-history.ts';
import type { Services } from './services.ts';

/** Twelve months. */
const recentMs = 365 * 24 * 3_600_000;
/** A discussion may change while the pages of the last run went by. */
const overlapMs = 3_600_000;
/** What the host fails to tell so often it will not tell. */
const mostAskedAgain = 3;

/** @param job whose generation is served now; does nothing for uploads, and where no history was asked for */
export async function beginHostHistory(services: Services, job: Job): Promise<void> {
  const [snapshot, repository] = await Promise.all([
    services.catalog.getSnapshot(job.snapshotNumber),
    services.catalog.getHosted(job.repositoryId),
  ]);
  if (snapshot === undefined || repository?.source.kind !== 'github') return;
  if (snapshot.history === undefined || snapshot.history === 'none' || snapshot.generation !== job.generation)
    return;
  const id = `history-${job.snapshotNumber}-${job.generation}`;
  const key = historyKeyOf({
    key: { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation },
    repository,
  });
  const last = await services.historyJobs.lastDone(key);
  const input = inputOf({
    repository,
    snapshot,
    last: last === undefined || (await couldTellMore(services, repository, last)) ? undefined : last,
    now: services.clock.now(),
  });
  if (input === undefined) return;
  await services.historyJobs.begin({ id, shard: job.shard, key, input });
  // Also one begun before: cut off right after, nobody was told of it. Told twice it is done once.
  if ((await services.historyJobs.get({ id, shard: job.shard }))?.state !== 'running') return;
  await services.jobQueue.watch({ id, shard: job.shard, kind: 'history' });
  await services.jobQueue.wakeHistory({ id, shard: job.shard });
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

/** What has changed since, and what the host failed to tell then. */
function afterLast({
  createdAt,
  key,
  step,
  input,
}: HistoryJob): Pick<HistoryInput, 'changedSince' | 'earlier' | 'askedAgain'> {
  const changedSince = createdAt - overlapMs;
  const askedAgain = (input.askedAgain ?? 0) + 1;
  if (step.missedSince === undefined || askedAgain > mostAskedAgain) return { changedSince, earlier: key };
  return { changedSince: Math.min(changedSince, step.missedSince), earlier: key, askedAgain };
}
