/** The rows of one snapshot, out of every store; what other snapshots share with it stays. Safe to do again. */

import type { LeavingSnapshot } from '../../ports/catalog.ts';
import { cleanUpJob } from '../indexing/part.ts';
import type { Services } from '../services.ts';

export async function removeSnapshot(services: Services, leaving: LeavingSnapshot): Promise<void> {
  const { number, repositoryId: repository, shard } = leaving;
  const job = await services.catalog.latestJob(number);
  if (job !== undefined) {
    await services.catalog.cancel(job);
    await cleanUpJob(services, job);
  }
  const removed = { shard, snapshot: number, generation: undefined };
  // First: a page that is still fetched finds its job gone, and takes back what it wrote.
  await services.historyJobs.remove(removed);
  await services.textIndex.remove(removed);
  await services.answerCache.remove(removed);
  await services.vectorIndex.remove({ ...removed, repository });
  await services.historyStore.remove({ ...removed, repository });
  await services.graphStore.remove(removed);
  await services.web.crawlStore.remove({ shard, snapshot: number });
  await services.chunkStore.remove(removed);
}

/** The generations before the one a job has published, which its snapshot served until then. Safe to do again. */
export async function removeEarlierGenerations(
  services: Services,
  job: LeavingSnapshot & { readonly generation: number },
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
