/** Tests that the queue receives only keys, in batches of at most its maximum size. */
import { expect, it } from 'vitest';
import { createQueueJobQueue } from '../../../../worker/adapters/queues/job-queue.ts';
import type { PartKey } from '../../../../worker/ports/job-parts.ts';

const partKey = (part: number): PartKey => ({ job: 'job', shard: 0, stage: 'parse', part });

function open() {
  const batches: PartKey[][] = [];
  const watched: unknown[] = [];
  const queue = {
    sendBatch: (messages: Iterable<{ body: PartKey }>) =>
      Promise.resolve(void batches.push([...messages].map((message) => message.body))),
  };
  const jobQueue = createQueueJobQueue(queue as unknown as Queue<PartKey>, (jobId) => ({
    watch: (job) => Promise.resolve(void watched.push([jobId, job])),
    watchCleanup: (withinMs) => Promise.resolve(void watched.push([jobId, withinMs])),
  }));
  return { jobQueue, batches, watched };
}

it.each([0, 1, 100, 101, 250])('wakes %i parts, each once, at most a hundred per batch', async (count) => {
  const { jobQueue, batches } = open();
  const parts = Array.from({ length: count }, (_, part) => partKey(part));
  await jobQueue.wake(parts);
  expect(batches.flat()).toEqual(parts);
  for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(100);
  expect(batches).toHaveLength(Math.ceil(count / 100));
});

it('watches a job with the object of that job', async () => {
  const { jobQueue, watched } = open();
  await jobQueue.watch({ id: 'job-1', shard: 2 });
  expect(watched).toEqual([['job-1', { id: 'job-1', shard: 2 }]]);
});

it('watches background removals with one object', async () => {
  const { jobQueue, watched } = open();
  await jobQueue.watchCleanup(0);
  await jobQueue.watchCleanup(500);
  expect(watched).toEqual([
    ['cleanup', 0],
    ['cleanup', 500],
  ]);
});
