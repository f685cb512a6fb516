/** Begins fetching the past of a snapshot that has just been published, where its repository lies on a host. Begun again it is begun once. */

import type { Repository, Snapshot } from '../core/repository.ts';
import type { Job } from '../ports/catalog.ts';
import type { HistoryInput, HistoryJob } from '../ports/history-jobs.ts';
import { historyKeyOf } from './read-history.ts';
import type { Services } from './services.ts';

/** Twelve months. */
const recentMs = 365 * 24 * 3_600_000;
/** A discussion may change while the pages of the last run went by. */
const overlapMs = 3_600_000;

/** @param job whose generation is served now; does nothing for uploads, and where no history was asked for */
export async function beginHostHistory(services: Services, job: Job): Promise<void> {
  const [snapshot, hosted] = await Promise.all([
    services.catalog.getSnapshot(job.snapshotNumber),
    services.catalog.listAllHosted(),
  ]);
  const repository = hosted.find(({ id }) => id === job.repositoryId);
  if (snapshot === undefined || repository?.source.kind !== 'github') return;
  if (snapshot.history === undefined || snapshot.history === 'none' || snapshot.generation !== job.generation)
    return;
  const id = `history-${job.snapshotNumber}-${job.generation}`;
  const key = historyKeyOf({
    key: { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation },
    repository,
  });
  const last = await services.historyJobs.lastDone(key);
  const input = inputOf({ repository, snapshot, last, now: services.clock.now() });
  if (input === undefined || !(await services.historyJobs.begin({ id, shard: job.shard, key, input })))
    return;
  await services.jobQueue.watch({ id, shard: job.shard, kind: 'history' });
  await services.jobQueue.wakeHistory({ id, shard: job.shard });
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
    changedSince: reaches ? last.createdAt - overlapMs : since,
    earlier: reaches ? last.key : undefined,
  };
}
