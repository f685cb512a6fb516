/** The job for a host's history starts once, is woken again after an interruption, and is repeated if more history is available. */

import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { beginHostHistory } from '../../../../worker/flows/host-history/begin-host-history.ts';
import { refreshPopular } from '../../../../worker/flows/repositories/refresh-popular.ts';
import type { Job } from '../../../../worker/ports/catalog.ts';
import type { HistoryInput, HistoryJobKey } from '../../../../worker/ports/history-jobs.ts';
import { createCommitId } from '../../../support/samples/commits.ts';
import { createMemoryHistorySource } from '../../../support/fakes/memory-history-source.ts';
import { noHosting } from '../../../support/fakes/no-hosting.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
let job: Job;
let id: HistoryJobKey;
let token: string | undefined;

beforeEach(async () => {
  token = undefined;
  bench = await openWorkbench((services) => ({
    settings: { ...services.settings, popular: ['acme/quay'] },
    historySource: createMemoryHistorySource(),
    hosting: {
      ...noHosting,
      get deploymentToken() {
        return token;
      },
      codeHost: {
        ...noHosting.codeHost,
        describe: () =>
          Promise.resolve({
            id: '7',
            owner: 'acme',
            name: 'quay',
            isPrivate: false,
            isArchived: false,
            defaultBranch: 'main',
            description: '',
            kilobytes: 1,
            url: 'https://github.com/acme/quay',
          }),
        resolve: () =>
          Promise.resolve({ kind: 'branch', name: 'main', commit: createCommitId('c1'), etag: undefined }),
      },
    },
  }));
  await refreshPopular(bench.services);
  const { catalog } = bench.services;
  const repository = await catalog.findRepository(openModeViewer, 'acme/quay', 'github');
  const [snapshot] = await catalog.listSnapshots([repository?.id ?? '']);
  const latest = await catalog.latestJob(snapshot?.number ?? 0);
  if (latest === undefined) throw new Error('No job was started.');
  job = { ...latest, generation: snapshot?.generation ?? 0 };
  id = { id: `history-${job.snapshotNumber}-${job.generation}`, shard: job.shard };
});

it('starts for any number of hosted repositories', async () => {
  await env.CATALOG.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
     INSERT INTO repository (id, owner, visibility, name, shard, created_at, source)
     SELECT 'other' || i, 'somebody', 'private', 'other/' || i, 0, 1, json_object('kind', 'github', 'owner', 'other', 'name', i, 'hostId', 'x' || i) FROM n`,
  ).run();
  await beginHostHistory(bench.services, job);
  expect((await bench.services.historyJobs.get(id))?.state).toBe('running');
});

it('wakes the job again if a crash prevented the first wake', async () => {
  const { historyJobs, jobQueue } = bench.services;
  const interrupted = {
    ...bench.services,
    jobQueue: { ...jobQueue, watch: () => Promise.reject(new Error('killed')) },
  };
  await expect(beginHostHistory(interrupted, job)).rejects.toThrow('killed');
  expect((await historyJobs.get(id))?.state).toBe('running');
  expect(bench.wokenHistoryJobs).toEqual([]);
  await beginHostHistory(bench.services, job);
  expect(bench.wokenHistoryJobs).toEqual([id]);
});

it('does not wake a job that has ended', async () => {
  await beginHostHistory(bench.services, job);
  const claimed = await bench.services.historyJobs.claim(id);
  if (claimed === undefined) throw new Error('The job could not be claimed.');
  await bench.services.historyJobs.end(claimed, { ...claimed, notes: [], error: undefined });
  bench.wokenHistoryJobs.length = 0;
  await beginHostHistory(bench.services, job);
  expect(bench.wokenHistoryJobs).toEqual([]);
});

it('continues from the last run, unless a token is available that it did not have', async () => {
  const { historyJobs } = bench.services;
  await beginHostHistory(bench.services, job);
  const claimed = await historyJobs.claim(id);
  if (claimed === undefined) throw new Error('The job could not be claimed.');
  await historyJobs.end(claimed, { ...claimed, notes: ['There is no token.'], error: undefined });
  /** Whether the job of the next version would continue from the last run. */
  const continuesLastRun = async (): Promise<boolean> => {
    const seen: unknown[] = [];
    const begin: typeof historyJobs.begin = ({ input }) => {
      seen.push(input.earlier);
      return Promise.resolve(true);
    };
    await beginHostHistory({ ...bench.services, historyJobs: { ...historyJobs, begin } }, job);
    return seen[0] !== undefined;
  };
  expect(await continuesLastRun()).toBe(true);
  token = 'of the deployment';
  expect(await continuesLastRun()).toBe(false);
});

it('requests omitted discussions again, but only a few times', async () => {
  const { historyJobs, clock } = bench.services;
  await beginHostHistory(bench.services, job);
  const claimed = await historyJobs.claim(id);
  if (claimed === undefined) throw new Error('The job could not be claimed.');
  const { progress, notes } = claimed;
  const step = { stage: 'origins', cursor: undefined, done: 0, missedSince: 1_000 } as const;
  await historyJobs.advance(claimed, { step, progress, notes, waiting: undefined });
  await historyJobs.end(claimed, { step, progress, notes, error: undefined });
  const last = await historyJobs.get(id);
  if (last === undefined) throw new Error('The job does not exist.');
  /** Returns the input that the job of the next version would get. */
  const nextInput = async (askedAgain: number | undefined): Promise<HistoryInput | undefined> => {
    const seen: HistoryInput[] = [];
    const begin: typeof historyJobs.begin = ({ input }) => Promise.resolve(seen.push(input) > 0);
    const lastDone = () => Promise.resolve({ ...last, input: { ...last.input, askedAgain } });
    await beginHostHistory(
      { ...bench.services, historyJobs: { ...historyJobs, begin, lastDone } },
      { ...job },
    );
    return seen[0];
  };
  expect(await nextInput(undefined)).toMatchObject({ changedSince: 1_000, askedAgain: 1 });
  expect(await nextInput(2)).toMatchObject({ changedSince: 1_000, askedAgain: 3 });
  const input = await nextInput(3);
  expect(input?.askedAgain).toBeUndefined();
  expect(input?.changedSince).toBe(clock.now() - 3_600_000);
});
