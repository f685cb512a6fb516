/** Wakes job parts through a Cloudflare Queue, and sets the alarm of the job's Durable Object. */

import type { JobQueue, QueueMessage, WatchedJob } from '../../ports/job-parts.ts';

/** Maximum messages per batch: https://developers.cloudflare.com/queues/platform/limits/ */
const maxMessagesPerBatch = 100;

/** The part of the job's Durable Object that the queue needs. */
export interface JobWatcher {
  watch(job: WatchedJob): Promise<void>;
  watchCleanup(withinMs: number): Promise<void>;
}

/** No job has this id, because job ids have sixteen characters. */
const cleanupObject = 'cleanup';

export function createQueueJobQueue(
  queue: Queue<QueueMessage>,
  getWatcher: (jobId: string) => JobWatcher,
): JobQueue {
  return {
    async wake(parts) {
      for (let start = 0; start < parts.length; start += maxMessagesPerBatch) {
        await queue.sendBatch(parts.slice(start, start + maxMessagesPerBatch).map((body) => ({ body })));
      }
    },
    async wakeHistory(history) {
      await queue.send({ history });
    },
    watch: (job) => getWatcher(job.id).watch(job),
    watchCleanup: (withinMs) => getWatcher(cleanupObject).watchCleanup(withinMs),
  };
}
