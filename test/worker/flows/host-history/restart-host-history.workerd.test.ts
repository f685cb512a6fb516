/** A refresh of an unchanged version fetches missing history that is available now. */

import { beforeEach, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { refreshRepository } from '../../../../worker/flows/repositories/refresh-repository.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HistoryJobKey, HistoryStage } from '../../../../worker/ports/history-jobs.ts';
import { createMemoryCodeHost, type MemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import { createMemoryHistorySource } from '../../../support/fakes/memory-history-source.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const id: HistoryJobKey = { id: 'history-1-1', shard: 0 };
const nth = (count: number): HistoryJobKey => ({ ...id, id: `${id.id}-${count}` });
let bench: Workbench;
let host: MemoryCodeHost;
let repository: string;

beforeEach(async () => {
  host = createMemoryCodeHost({ 'src/lamp.py': 'def light_lamp():\n    return "lit"\n' });
  bench = await openWorkbench(() => ({
    hosting: host.hosting,
    historySource: createMemoryHistorySource(),
  }));
  const quay = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: undefined } as const;
  repository = (await addFromSource(bench.services, openModeViewer, quay)).id;
  await runToEnd(bench);
  expect(bench.wokenHistoryJobs).toEqual([id]);
});

/** Claims the job and ends it with the given result. */
async function end(
  key: HistoryJobKey,
  result: {
    readonly notes?: readonly string[];
    readonly error?: string;
    readonly missedSince?: number;
    readonly without?: readonly HistoryStage[];
  },
): Promise<void> {
  const job = await bench.services.historyJobs.claim(key);
  if (job === undefined) throw new Error('The job could not be claimed.');
  const { notes = [], error, missedSince, without } = result;
  await bench.services.historyJobs.end(job, {
    step: { ...job.step, missedSince, without },
    progress: job.progress,
    notes,
    error,
  });
}

const refreshOnce = () =>
  refreshRepository(bench.services, openModeViewer, { id: repository, version: undefined });

/** @returns whether a job started */
async function refresh(): Promise<boolean> {
  bench.wokenHistoryJobs.length = 0;
  const { unchanged } = await refreshOnce();
  expect(bench.wokenHistoryJobs.length > 0).toBe(unchanged === undefined);
  return unchanged === undefined;
}

it('fetches the history again at every refresh after a failure', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  await end(nth(2), { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  expect(bench.wokenHistoryJobs).toEqual([nth(3)]);
  const { history } = await viewRepository(bench.services, openModeViewer, repository);
  expect(history).toMatchObject({ id: nth(3).id, state: 'running' });
  await end(nth(3), {});
  expect(await refresh()).toBe(false);
});

it('fetches the history again at a retry only after a failure', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await retryRepository(bench.services, openModeViewer, repository)).toMatchObject({
    status: 'ready',
  });
  expect(bench.wokenHistoryJobs.at(-1)).toEqual(nth(2));
  await end(nth(2), {});
  const again = retryRepository(bench.services, openModeViewer, repository);
  await expect(again).rejects.toMatchObject({ code: 'nothing_to_retry' });
});

it('fetches the history again once after a token was added', async () => {
  await end(id, { notes: ['There is no token.'] });
  expect(await refresh()).toBe(false);
  host.token = 'the owner’s';
  expect(await refresh()).toBe(true);
  expect((await bench.services.historyJobs.get(nth(2)))?.input.earlier).toBeUndefined();
  await end(nth(2), {});
  expect(await refresh()).toBe(false);
});

it('fetches omitted discussions again, but only a few times', async () => {
  await end(id, { missedSince: 1_000 });
  for (const count of [2, 3, 4]) {
    expect(await refresh()).toBe(true);
    expect((await bench.services.historyJobs.get(nth(count)))?.input).toMatchObject({
      changedSince: 1_000,
      askedAgain: count - 1,
    });
    await end(nth(count), { missedSince: 1_000 });
  }
  expect(await refresh()).toBe(false);
});

it('fetches a rejected stage from the beginning, and only changes of the other stages', async () => {
  const begunAt = bench.clock.now();
  await end(id, { error: 'Not with it.', without: ['issues'] });
  bench.clock.advance(30 * 24 * 3_600_000);
  expect(await refresh()).toBe(true);
  expect((await bench.services.historyJobs.get(nth(2)))?.input).toMatchObject({
    changedSince: begunAt - 3_600_000,
    earlier: { snapshot: 1, generation: 1 },
    anew: ['issues'],
  });
  await end(nth(2), {});
  expect(await refresh()).toBe(false);
});

it('fetches everything from the beginning after a failure', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  const input = (await bench.services.historyJobs.get(nth(2)))?.input;
  expect([input?.earlier, input?.anew, input?.changedSince]).toEqual([undefined, undefined, input?.since]);
});

it('wakes a running job instead of starting another', async () => {
  bench.wokenHistoryJobs.length = 0;
  expect((await refreshOnce()).unchanged).toBe(true);
  expect(bench.wokenHistoryJobs).toEqual([id]);
});

it('starts one job for two concurrent requests', async () => {
  await end(id, { error: 'Bad gateway.' });
  const both = await Promise.all([refreshOnce(), refreshOnce()]);
  expect(both.map(({ unchanged }) => unchanged)).toContain(undefined);
  expect(await bench.services.historyJobs.get(nth(3))).toBeUndefined();
});
