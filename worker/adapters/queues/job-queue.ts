/** Wakes parts through a Cloudflare Queue, and sets the job object's alarm. */

import type { JobQueue, PartKey } from '../../ports/job-queue.ts';

/** Most messages in one batch send: https://developers.cloudflare.com/queues/platform/limits/ */
const messagesPerSend = 100;

/** The part of a job object that the queue needs. */
export interface JobWatcher {
  watch(job: { id: string; shard: number }): Promise<void>;
}

export function createQueueJobQueue(
  queue: Queue<PartKey>,
  watcherOf: (jobId: string) => JobWatcher,
): JobQueue {
  return {
    async wake(parts) {
      for (let at = 0; at < parts.length; at += messagesPerSend) {
        await queue.sendBatch(parts.slice(at, at + messagesPerSend).map((body) => ({ body })));
      }
    },
    watch: (job) => watcherOf(job.id).watch(job),
  };
}
