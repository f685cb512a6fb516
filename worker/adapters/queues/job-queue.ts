/** Wakes parts through a Cloudflare Queue, and sets the job object's alarm. */

import type { HistoryJobKey } from '../../ports/history-jobs.ts';
import type { JobQueue, PartKey, WatchedJob } from '../../ports/job-queue.ts';

/** What a message carries: a part of a job, or a job that fetches a past. */
export type Wake = PartKey | { readonly history: HistoryJobKey };

/** Most messages in one batch send: https://developers.cloudflare.com/queues/platform/limits/ */
const messagesPerSend = 100;

/** The part of a job object that the queue needs. */
export interface JobWatcher {
  watch(job: WatchedJob): Promise<void>;
  watchCleanup(withinMs: number): Promise<void>;
}

/** No job has this id: theirs have sixteen letters and digits. */
const cleanupObject = 'cleanup';

export function createQueueJobQueue(queue: Queue<Wake>, watcherOf: (jobId: string) => JobWatcher): JobQueue {
  return {
    async wake(parts) {
      for (let at = 0; at < parts.length; at += messagesPerSend) {
        await queue.sendBatch(parts.slice(at, at + messagesPerSend).map((body) => ({ body })));
      }
    },
    async wakeHistory(history) {
      await queue.send({ history });
    },
    watch: (job) => watcherOf(job.id).watch(job),
    watchCleanup: (withinMs) => watcherOf(cleanupObject).watchCleanup(withinMs),
  };
}
