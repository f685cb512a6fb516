/** Removes the rows of one snapshot from every store. Rows shared with other snapshots stay. Safe to repeat. */

import type { HiddenSnapshot } from '../../ports/catalog.ts';
import { removeJobData } from '../indexing/clean-up-job.ts';
import type { Services } from '../services.ts';

export async function removeSnapshot(services: Services, hidden: HiddenSnapshot): Promise<void> {
  const { number, repositoryId: repository, shard } = hidden;
  const job = await services.catalog.latestJob(number);
  if (job !== undefined) {
    await services.catalog.cancel(job);
    await removeJobData(services, job);
  }
  const removed = { shard, snapshot: number, generation: undefined };
  // The history job is removed first, so that a page that is still being fetched finds no job and undoes its writes.
  await services.historyJobs.remove(removed);
  await services.textIndex.remove(removed);
  await services.answerCache.remove(removed);
  await services.vectorIndex.remove({ ...removed, repository });
  await services.historyStore.remove({ ...removed, repository });
  await services.graphStore.remove(removed);
  await services.web.crawlStore.remove({ shard, snapshot: number });
  await services.chunkStore.remove(removed);
}

/** Removes the generations of a snapshot that precede the published generation. Safe to repeat. */
export async function removeEarlierGenerations(
  services: Services,
  job: HiddenSnapshot & { readonly generation: number },
): Promise<void> {
  const { number: snapshot, repositoryId: repository, shard } = job;
  for (let generation = 1; generation < job.generation; generation += 1) {
    const removed = { shard, snapshot, generation };
    await services.textIndex.remove(removed);
    await services.vectorIndex.remove({ ...removed, repository });
    await services.graphStore.remove(removed);
    await services.chunkStore.remove(removed);
  }
}
