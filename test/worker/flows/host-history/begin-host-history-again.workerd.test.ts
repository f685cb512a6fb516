/** A version whose commit is as it was over there: what its past lacks is fetched by a refresh, where it can be had by now. */

import { beforeEach, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { refreshRepository } from '../../../../worker/flows/repositories/refresh-repository.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HistoryJobKey, HistoryStage } from '../../../../worker/ports/history-jobs.ts';
import { createMemoryHost, type MemoryHost } from '../../../support/memory-code-host.ts';
import { createMemoryHistorySource } from '../../../support/memory-history-source.ts';
import { runToEnd } from '../../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

const id: HistoryJobKey = { id: 'history-1-1', shard: 0 };
const nth = (count: number): HistoryJobKey => ({ ...id, id: `${id.id}-${count}` });
let bench: Workbench;
let host: MemoryHost;
let repository: string;

beforeEach(async () => {
  host = createMemoryHost({ 'src/lamp.py': 'def light_lamp():\n    return "lit"\n' });
  bench = await openWorkbench(() => ({
    hosting: host.hosting,
    historySource: createMemoryHistorySource(),
  }));
  const quay = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: undefined } as const;
  repository = (await addFromSource(bench.services, openModeViewer, quay)).id;
  await runToEnd(bench);
  expect(bench.histories).toEqual([id]);
});

/** Takes the job's page and ends it so. */
async function end(
  of: HistoryJobKey,
  how: {
    readonly notes?: readonly string[];
    readonly error?: string;
    readonly missedSince?: number;
    readonly without?: readonly HistoryStage[];
  },
): Promise<void> {
  const held = await bench.services.historyJobs.claim(of);
  if (held === undefined) throw new Error('Nobody could take it.');
  const { notes = [], error, missedSince, without } = how;
  await bench.services.historyJobs.end(held, {
    step: { ...held.step, missedSince, without },
    progress: held.progress,
    notes,
    error,
  });
}

const refreshed = () =>
  refreshRepository(bench.services, openModeViewer, { id: repository, version: undefined });

/** @returns whether anything began */
async function refresh(): Promise<boolean> {
  bench.histories.length = 0;
  const { unchanged } = await refreshed();
  expect(bench.histories.length > 0).toBe(unchanged === undefined);
  return unchanged === undefined;
}

it('is fetched again by a refresh where it broke off, each time', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  await end(nth(2), { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  expect(bench.histories).toEqual([nth(3)]);
  const { history } = await viewRepository(bench.services, openModeViewer, repository);
  expect(history).toMatchObject({ id: nth(3).id, state: 'running' });
  await end(nth(3), {});
  expect(await refresh()).toBe(false);
});

it('is fetched again by a retry where it broke off, and not else', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await retryRepository(bench.services, openModeViewer, repository)).toMatchObject({
    status: 'ready',
  });
  expect(bench.histories.at(-1)).toEqual(nth(2));
  await end(nth(2), {});
  const again = retryRepository(bench.services, openModeViewer, repository);
  await expect(again).rejects.toMatchObject({ code: 'nothing_to_retry' });
});

it('is fetched anew once a token is there, and once', async () => {
  await end(id, { notes: ['Without a token.'] });
  expect(await refresh()).toBe(false);
  host.token = 'the owner’s';
  expect(await refresh()).toBe(true);
  expect((await bench.services.historyJobs.get(nth(2)))?.input.earlier).toBeUndefined();
  await end(nth(2), {});
  expect(await refresh()).toBe(false);
});

it('is fetched again for what the host did not tell, a few times', async () => {
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

it('asks from the beginning for what was refused alone, and of the rest for what is new', async () => {
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

it('asks from the beginning for all where it broke off', async () => {
  await end(id, { error: 'Bad gateway.' });
  expect(await refresh()).toBe(true);
  const input = (await bench.services.historyJobs.get(nth(2)))?.input;
  expect([input?.earlier, input?.anew, input?.changedSince]).toEqual([undefined, undefined, input?.since]);
});

it('is not begun where it is on its way, and is told of again', async () => {
  bench.histories.length = 0;
  expect((await refreshed()).unchanged).toBe(true);
  expect(bench.histories).toEqual([id]);
});

it('is begun once where two ask at once', async () => {
  await end(id, { error: 'Bad gateway.' });
  const both = await Promise.all([refreshed(), refreshed()]);
  expect(both.map(({ unchanged }) => unchanged)).toContain(undefined);
  expect(await bench.services.historyJobs.get(nth(3))).toBeUndefined();
});
