/** A failed index job is retried from where it stopped, through HTTP and the command line. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProblemError } from '../../../worker/contract/client.ts';
import { failIndexing, type FailedIndexing } from '../../support/server/fail-indexing.ts';
import { runCommand } from '../../support/server/run-command.ts';

let indexing: FailedIndexing;
beforeAll(async () => {
  indexing = await failIndexing('acme/torn');
});
afterAll(() => indexing.close());

const getProblem = async (retry: Promise<unknown>) => {
  const thrown: unknown = await retry.catch((error: unknown) => error);
  return thrown instanceof ProblemError ? thrown.problem : thrown;
};
const dayMs = 24 * 3_600_000;

test('reports what failed and until when it can be retried', () => {
  const { failedRepository: failed } = indexing;
  const parse = failed.progress['parse'] ?? expect.fail('The repository has no parse stage.');
  expect(parse.done).toBe(parse.total - 1);
  expect(parse.total).toBeGreaterThan(10);
  expect(failed).toMatchObject({
    status: 'failed',
    stage: 'parse',
    servedSnapshotId: null,
    popular: false,
    refreshAllowedAt: null,
    error: {
      code: 'attempts_spent',
      message: expect.stringMatching(/^Part \d+ of the parse stage failed 5 times; the last time: /),
      fix: expect.stringContaining('resumes where it stopped'),
      retryable: true,
    },
  });
  const untilMs = Date.parse(failed.error?.retryableUntil ?? '') - Date.now();
  expect(untilMs).toBeGreaterThan(dayMs - 120_000);
  expect(untilMs).toBeLessThanOrEqual(dayMs);
});

test('resumes once for two concurrent retries, repeats no finished work, and becomes ready', async () => {
  const { client, failedRepository: failed, restorePack, server } = indexing;
  const { total = 0 } = failed.progress['parse'] ?? {};
  restorePack();
  const [first, second] = await Promise.allSettled([client.retry(failed.id), client.retry(failed.id)]);
  const accepted =
    first.status === 'fulfilled' ? first.value : second.status === 'fulfilled' ? second.value : undefined;
  expect(accepted).toEqual({ id: failed.id, snapshotId: failed.snapshotId, status: 'parsing' });
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  let minDone = total;
  for await (const { progress, error } of client.watchRepository(failed.id)) {
    minDone = Math.min(minDone, progress['parse']?.done ?? 0);
    expect(error).toBeUndefined();
  }
  expect(minDone).toBeGreaterThanOrEqual(total - 1);
  const ready = await client.getRepository(failed.id);
  expect(ready).toMatchObject({ status: 'ready', servedSnapshotId: failed.snapshotId });
  expect(ready.counts.chunks).toBeGreaterThan(100);
  const retried = await runCommand(['retry', 'torn', '--json'], { url: server.url });
  expect(retried).toMatchObject({ code: 2, json: { error: { code: 'nothing_to_retry' } } });
});

test('rejects a retry of an unknown or ready repository', async () => {
  const { client, failedRepository: failed } = indexing;
  expect(await getProblem(client.retry('nobody'))).toMatchObject({
    status: 404,
    code: 'repository_not_found',
  });
  expect(await getProblem(client.retry(failed.id))).toMatchObject({
    status: 409,
    code: 'nothing_to_retry',
    fix: expect.stringContaining('upload'),
  });
});
