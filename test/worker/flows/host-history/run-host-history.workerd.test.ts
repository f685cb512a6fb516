/**
 * Fetches a host's history page by page. It is complete despite interruptions, waits for rate limits, and never affects the snapshot.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { maxClockSkewMs } from '../../../../worker/core/time.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { runHostHistory, sweepHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import type { HostedRepository } from '../../../../worker/ports/code-host.ts';
import type { HistoryInput } from '../../../../worker/ports/history-jobs.ts';
import type { HistoryKey } from '../../../../worker/ports/history-store.ts';
import type { HostedCommit } from '../../../../worker/ports/history-source.ts';
import { cleanUpNow, uploadAndIndex, type Tree } from '../../../support/workbench/run-jobs.ts';
import { createCommitId, createCommitChain } from '../../../support/samples/commits.ts';
import { issue, pullRequest, comment } from '../../../support/samples/discussions.ts';
import { createMemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import {
  createMemoryHistorySource,
  type MemoryHistorySource,
} from '../../../support/fakes/memory-history-source.ts';
import { noHosting } from '../../../support/fakes/no-hosting.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree: Tree = { 'src/a.py': 'one\ntwo\nthree\n', 'src/b.py': 'four\n', 'README.md': 'five\n' };
const job = { id: 'history-1-1', shard: 0 };

const createCommits = (count: number): readonly HostedCommit[] =>
  createCommitChain(count).map(
    ({ files: _files, moreFiles: _more, pullRequest: _by, issues: _issues, ...commit }) => ({
      ...commit,
      pullRequests: commit.id === createCommitId('c4') ? [10] : [],
    }),
  );

let source: MemoryHistorySource;
let bench: Workbench;
let id: string;
let key: HistoryKey;
const fullInput: HistoryInput = {
  place: { owner: 'acme', name: 'tool' },
  owner: openModeViewer.id,
  tip: createCommitId('c7'),
  since: undefined,
  changedSince: undefined,
  earlier: undefined,
};

beforeEach(async () => {
  source = createMemoryHistorySource({
    commits: createCommits(7),
    discussions: [
      {
        discussion: pullRequest(11, {
          mergeCommit: createCommitId('c6'),
          title: 'Count in twos',
          body: 'Since KEYABCD1234 says so.',
          closes: [5],
          comments: [comment('Ones were too slow.', { author: 'zoë\u001b[2J' })],
        }),
        updatedAt: 9_000,
        changed: { files: [{ path: 'src/a.py', added: 2, deleted: 1, oldPath: undefined }], moreFiles: 0 },
      },
      { discussion: pullRequest(10, { title: 'Begin' }), updatedAt: 4_000, changed: undefined },
      { discussion: issue(5, { title: 'It is slow' }), updatedAt: 9_500, changed: undefined },
    ],
    files: {
      [createCommitId('c3')]: {
        files: [{ path: 'src/b.py', added: 1, deleted: 0, oldPath: 'b.py' }],
        moreFiles: 0,
      },
    },
    blame: {
      'src/a.py': [
        { startLine: 1, endLine: 2, commit: createCommitId('c6') },
        { startLine: 3, endLine: 3, commit: createCommitId('c1') },
      ],
    },
  });
  bench = await openWorkbench(withToken);
  ({ id } = await uploadAndIndex(bench, tree));
  key = { shard: 0, snapshot: 1, generation: 1, repository: id };
});

const begin = (input: Partial<HistoryInput> = {}) =>
  bench.services.historyJobs.begin({ ...job, key, input: { ...fullInput, ...input } });
const withToken = (): Partial<Services> => ({
  historySource: source,
  hosting: { ...noHosting, deploymentToken: 'of the deployment' },
});
/** Runs the job like the queue and the alarm until nothing is left. @returns the times that it waited for */
async function runToEnd(): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    await runHostHistory(bench.services, job);
    const nextMs = await sweepHostHistory(bench.services, job);
    if (nextMs === undefined) return waits;
    const waiting = (await bench.services.historyJobs.get(job))?.waiting;
    if (waiting !== undefined) waits.push(waiting.until);
    bench.clock.advance(Math.max(nextMs, 20_000));
  }
  throw new Error('The job did not end.');
}
const readStored = async () => {
  const { history_job: _jobs, ...rows } = await bench.rows();
  // Removes the numbers of full-text tables, which continue from one bench to the next.
  return Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [
      table.replace(/^(history1|discussions1)_\d+/, '$1'),
      count,
    ]),
  );
};

/** Runs a job without a token whose calls for pull requests and issues find nothing. */
const runWithoutDiscussions = async (described: () => Promise<HostedRepository>): Promise<void> => {
  const codeHost = { ...noHosting.codeHost, describe: described };
  bench = await openWorkbench(() => ({ historySource: source, hosting: { ...noHosting, codeHost } }));
  ({ id } = await uploadAndIndex(bench, tree));
  key = { ...key, repository: id };
  await begin();
  const none = new AppError('source_not_found', 'None.');
  source.failures.push(undefined, undefined, undefined, none, none);
  await runToEnd();
};

it('stores commits, discussions, files and origins, masked and sanitized', async () => {
  await begin();
  await runToEnd();
  const { historyStore, discussionStore } = bench.services;
  expect(await historyStore.state(key)).toMatchObject({ commits: 7, isComplete: true, since: undefined });
  const [discussion] = await discussionStore.byNumber(key, [11]);
  expect(discussion?.body).toBe('Since ••••••••••• says so.');
  expect(discussion?.comments[0]?.author).toBe('zoë\ufffd[2J');
  expect(await discussionStore.count(key)).toEqual({ pullRequests: 2, issues: 1 });
  expect(
    (await discussionStore.byCommits(key, [createCommitId('c4')])).map(
      ({ pullRequest: { number } }) => number,
    ),
  ).toEqual([10]);
  const timeline = await historyStore.timeline(key, 'src', { limit: 9 });
  expect(timeline.map(({ commit, file }) => [commit.subject, file.path])).toEqual([
    ['Change c6', 'src'],
    ['Change c3', 'src'],
  ]);
  const found = await historyStore.search(key, ['src'], 5);
  expect(found.map(({ subject }) => subject).toSorted()).toEqual(['Change c3', 'Change c6']);
});

it('has the same result wherever it is interrupted', async () => {
  await begin();
  await runToEnd();
  const whole = await readStored();
  const calls = source.requests.length;
  for (let completed = 0; completed < calls; completed += 2) {
    bench = await openWorkbench(withToken);
    ({ id } = await uploadAndIndex(bench, tree));
    key = { ...key, repository: id };
    await begin();
    // Interrupted after the host responded and before the page was recorded, as if the worker had died.
    source.failures.push(...Array.from({ length: completed }, () => undefined), new Error('killed'));
    await runToEnd();
    expect(await readStored()).toEqual(whole);
  }
});

it('starts once, and lets only one worker process a page at a time', async () => {
  expect([await begin(), await begin()]).toEqual([true, false]);
  const claimed = await bench.services.historyJobs.claim(job);
  expect(claimed?.attempts).toBe(1);
  expect(await bench.services.historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(60_000);
  const next = await bench.services.historyJobs.claim(job);
  expect(next).toBeDefined();
  if (claimed === undefined || next === undefined) return;
  const { step, progress, notes } = claimed;
  const done = { step, progress, notes, waiting: undefined };
  await expect(bench.services.historyJobs.advance(claimed, done)).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
  await bench.services.historyJobs.advance(next, done);
});

describe('a host', () => {
  it('that limits calls delays the job, which does not count as an attempt', async () => {
    await begin();
    const until = bench.clock.now() + 3_600_000;
    const limited = () => new AppError('host_limited', 'No more calls.', { details: { retryAt: until } });
    source.failures.push(undefined, limited(), limited(), limited(), limited(), limited(), limited());
    expect(new Set(await runToEnd())).toContain(until);
    expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
    expect((await viewRepository(bench.services, openModeViewer, id)).snapshot.status).toBe('ready');
  });

  it('has a tenth of its budget reserved: commits wait, while files and origins end with a note', async () => {
    await begin();
    const resetAt = bench.clock.now() + 1_800_000;
    source.history = { ...source.history, remaining: [4_000, 500, 4_000], resetAt };
    expect(await runToEnd()).toContain(resetAt);
    expect((await bench.services.historyStore.state(key)).commits).toBe(7);
    bench = await openWorkbench(withToken);
    ({ id } = await uploadAndIndex(bench, tree));
    key = { ...key, repository: id };
    await begin();
    source.requests.length = 0;
    source.history = { ...source.history, remaining: Array.from({ length: 99 }, () => 10), resetAt: 0 };
    await runToEnd();
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes.join(' ')).toContain('rate limit for this hour is used up');
    expect(source.requests.filter((call) => call.startsWith('changedFiles'))).toHaveLength(1);
  });

  it('with sixty calls an hour has half of them reserved', async () => {
    await begin();
    const resetAt = bench.clock.now() + 1_800_000;
    source.history = { ...source.history, limit: 60, remaining: [31, 30, 59], resetAt };
    expect(await runToEnd()).toEqual([resetAt]);
    expect(source.requests.slice(0, 3)).toEqual(['commits first', 'commits 3', 'commits 6']);
  });

  it.each(['token_refused', 'source_forbidden', 'ref_not_found'] as const)(
    'that responds %s for commits ends the job, and the snapshot stays ready',
    async (code) => {
      await begin();
      source.failures.push(undefined, new AppError(code, 'No.'));
      await runToEnd();
      expect(source.requests).toHaveLength(2);
      expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed', error: 'No.' });
      const state = await bench.services.historyStore.state(key);
      expect(state).toMatchObject({ isComplete: true });
      expect(state.notes.at(-1)).toMatch(/^The history is incomplete: No\. .*[Rr]efresh/);
      expect((await viewRepository(bench.services, openModeViewer, id)).snapshot.status).toBe('ready');
    },
  );

  it('that rejects a stage is queried for the other stages, and the missing stage is reported as failed', async () => {
    await begin();
    source.failures.push(undefined, undefined, undefined, new AppError('source_forbidden', 'Not with it.'));
    await runToEnd();
    const { discussionStore, historyStore, historyJobs } = bench.services;
    expect(await discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
    expect(source.requests.map((call) => call.split(' ')[0])).toContain('changedFiles');
    const why = 'GitHub returned the merged pull requests incompletely: Not with it.';
    const ended = await historyJobs.get(job);
    const step = { stage: 'pull-requests', without: ['pull-requests'] };
    expect(ended).toMatchObject({ state: 'failed', error: why, step });
    expect(Object.keys(ended?.progress ?? {})).toEqual(['commits', 'issues', 'files', 'origins']);
    const { notes } = await historyStore.state(key);
    expect(notes).toContain(`${why} Store a token that may read it with PUT /v1/tokens/github and refresh.`);
  });

  it('that rejects a stage and then fails leaves more than that stage missing', async () => {
    await begin();
    const rejected = new AppError('source_forbidden', 'Not with it.');
    source.failures.push(
      undefined,
      undefined,
      undefined,
      rejected,
      new AppError('token_refused', 'Expired.'),
    );
    await runToEnd();
    const { step } = (await bench.services.historyJobs.get(job)) ?? {};
    expect([step?.stage, step?.without]).toEqual(['pull-requests', undefined]);
  });

  it('is queried from the beginning for a stage that it rejected before', async () => {
    await begin({ changedSince: 9_600, anew: ['issues'] });
    await runToEnd();
    expect(await bench.services.discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
  });

  it('with disabled discussions is reported without a failure', async () => {
    const { describe: describing } = createMemoryCodeHost({}).hosting.codeHost;
    const described = vi.fn(() => describing(fullInput.place, { token: undefined }));
    // The check of the repository waits for the rate limit too.
    await runWithoutDiscussions(
      described.mockRejectedValueOnce(new AppError('host_limited', 'No more calls.')),
    );
    expect(described).toHaveBeenCalledTimes(2);
    expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes.join(' ')).toContain('no merged pull requests: they seem to be disabled');
  });

  it.each(['source_not_found', 'source_forbidden'] as const)(
    'that responds %s for the repository itself is not reported to have disabled discussions',
    async (code) => {
      await runWithoutDiscussions(() => Promise.reject(new AppError(code, 'Gone.')));
      expect(await bench.services.historyJobs.get(job)).toMatchObject({
        state: 'failed',
        error: 'GitHub returned no merged pull requests: they do not exist, or they are no longer public.',
        step: { without: ['pull-requests', 'issues'] },
      });
    },
  );

  it('that is down is retried for nearly two hours, and then reported', async () => {
    await begin();
    const from = bench.clock.now();
    source.failures.push(
      ...Array.from({ length: 30 }, () => new AppError('host_unavailable', 'Bad gateway.')),
    );
    const waits = await runToEnd();
    expect(source.requests).toHaveLength(12);
    expect(waits).toHaveLength(11);
    expect(waits.map((until, index) => until - (waits[index - 1] ?? from)).at(-1)).toBeGreaterThanOrEqual(
      900_000,
    );
    expect(bench.clock.now() - from).toBeGreaterThan(6_600_000);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({
      state: 'failed',
      error: 'Bad gateway.',
    });
  });

  it('that recovers after an hour causes no loss', async () => {
    await begin();
    source.failures.push(
      ...Array.from({ length: 8 }, () => new AppError('host_unavailable', 'Bad gateway.')),
    );
    await runHostHistory(bench.services, job);
    expect((await bench.services.historyJobs.get(job))?.waiting).toEqual({
      until: bench.clock.now() + 5_000,
      why: 'Retry after an error: Bad gateway.',
    });
    await runToEnd();
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'done', error: undefined });
  });

  it('that never returns one stage does not stop the other stages', async () => {
    await begin();
    const { discussions } = source;
    source.discussions = async (place, page, access) => {
      if (page.kind === 'pull-request') throw new AppError('host_unavailable', 'Too much.');
      return discussions(place, page, access);
    };
    await runToEnd();
    expect(await bench.services.discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
    expect(await bench.services.historyJobs.get(job)).toMatchObject({
      state: 'failed',
      error: 'GitHub returned the merged pull requests incompletely: Too much.',
    });
  });

  it('is not queried again after an internal error occurs five times, and the error is reported', async () => {
    await begin();
    source.failures.push(...Array.from({ length: 9 }, () => new AppError('storage_unavailable', 'Full.')));
    await runToEnd();
    expect(source.requests).toHaveLength(5);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed', error: 'Full.' });
  });

  it('is not queried again after a page is interrupted five times', async () => {
    await begin();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await bench.services.historyJobs.claim(job)).toBeDefined();
      bench.clock.advance(20_000);
    }
    await runHostHistory(bench.services, job);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed' });
    expect(source.requests).toEqual([]);
  });

  it('returns less without a token, which is reported', async () => {
    bench = await openWorkbench(() => ({ historySource: source }));
    ({ id } = await uploadAndIndex(bench, tree));
    key = { ...key, repository: id };
    await begin();
    await runToEnd();
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes).toContain('There is no token.');
    expect(source.requests.some((call) => call.startsWith('blame'))).toBe(false);
  });
});

it('stops at commits of an earlier version, and fetches what has changed since', async () => {
  await begin();
  await runToEnd();
  source.history = { ...source.history, commits: createCommits(9), perPage: 2 };
  source.requests.length = 0;
  const next = { ...key, snapshot: 2 };
  const input = { ...fullInput, tip: createCommitId('c9'), earlier: key, changedSince: 9_200 };
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  // Snapshot 2 is not listed, like a removed version, so none of its data is left.
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  expect(await bench.services.historyJobs.get({ id: 'history-2-1', shard: 0 })).toBeUndefined();
  await uploadAndIndex(bench, { ...tree, 'src/c.py': 'six\n' });
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  expect(source.requests.filter((call) => /^(?:commits|pull|issue)/.test(call))).toEqual([
    'commits first',
    'commits 2',
    'pull-request first',
    'issue first',
  ]);
  expect((await bench.services.historyStore.state(next)).commits).toBe(9);
});

it('records since when discussions must be requested again if the host omitted some', async () => {
  const dayMs = 24 * 3_600_000;
  const now = 400 * dayMs;
  const discussions = [11, 12, 13, 14].map((number) => ({
    discussion: pullRequest(number),
    updatedAt: now - number * dayMs,
    changed: undefined,
  }));
  source.history = { ...source.history, discussions, omitted: [12] };
  await begin();
  await runToEnd();
  const { notes } = await bench.services.historyStore.state(key);
  expect(notes).toContain(
    'GitHub returned 1 of the merged pull requests of a page incompletely. Refresh to request them again.',
  );
  // The oldest discussion of the first page is number 13, and an omitted discussion may be a month older.
  expect((await bench.services.historyJobs.get(job))?.step.missedSince).toBe(now - 43 * dayMs);
});

it('retains a complete discussion if the host returns it incompletely later', async () => {
  await begin();
  await runToEnd();
  const [whole] = source.history.discussions ?? [];
  if (whole === undefined) throw new Error('There is no discussion.');
  const part = {
    ...whole,
    discussion: { ...whole.discussion, comments: [], closes: [] },
    isIncomplete: true,
  };
  source.history = { ...source.history, discussions: [part] };
  const again = { id: `${job.id}-2`, shard: 0 };
  await bench.services.historyJobs.begin({ ...again, key, input: { ...fullInput, earlier: key } });
  await runHostHistory(bench.services, again);
  expect((await bench.services.historyJobs.get(again))?.state).toBe('done');
  const [stored] = await bench.services.discussionStore.byNumber(key, [whole.discussion.number]);
  expect([stored?.comments.length, stored?.closes]).toEqual([1, [5]]);
});

it('does not stop at known commits while a branch merged late is incomplete', async () => {
  await begin();
  await runToEnd();
  const all = createCommits(9).map((commit) =>
    commit.id === createCommitId('c9')
      ? { ...commit, parents: [...commit.parents, createCommitId('aside')] }
      : commit,
  );
  const branch = all
    .slice(-1)
    .map((commit) => ({ ...commit, id: createCommitId('aside'), parents: [createCommitId('c1')] }));
  source.history = {
    ...source.history,
    perPage: 2,
    commits: [...all.slice(0, 4), ...branch, ...all.slice(4)],
  };
  const next = { ...key, snapshot: 2 };
  const input = { ...fullInput, tip: createCommitId('c9'), earlier: key, changedSince: 9_200 };
  await uploadAndIndex(bench, { ...tree, 'src/c.py': 'six\n' });
  source.requests.length = 0;
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  // The third of five pages contains the branch, and the commits of the fourth are known again.
  expect(source.requests.filter((call) => call.startsWith('commits '))).toHaveLength(4);
  expect((await bench.services.historyStore.state(next)).commits).toBe(10);
});

it('leaves nothing of a repository that is removed while it runs', async () => {
  const empty = await (await openWorkbench()).rows();
  bench = await openWorkbench(withToken);
  ({ id } = await uploadAndIndex(bench, tree));
  key = { ...key, repository: id };
  await begin();
  const { discussions } = source;
  source.discussions = async (...args) => {
    await removeRepository(bench.services, openModeViewer, id);
    await cleanUpNow(bench.services);
    return discussions(...args);
  };
  await runHostHistory(bench.services, job);
  expect(await sweepHostHistory(bench.services, job)).toBeUndefined();
  expect(await bench.rows()).toEqual(empty);
});

it('resumes if its lease or wait ends far in the future because the clock was set back', async () => {
  const dayMs = 86_400_000;
  const { historyJobs } = bench.services;
  await begin();
  const claimed = (await historyJobs.claim(job)) ?? expect.fail('the job could not be claimed');
  bench.clock.advance(-dayMs);
  expect(await historyJobs.claim(job)).toMatchObject({ attempts: 2 });
  bench.clock.advance(dayMs);
  const again = (await historyJobs.claim(job)) ?? expect.fail('it could not be claimed');
  expect(again.claim).toBeGreaterThan(claimed.claim);
  const until = bench.clock.now() + 3_600_000;
  await historyJobs.release(again, { waiting: { until, why: 'the host is busy' }, error: undefined });
  expect(await historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(-dayMs);
  expect((await historyJobs.get(job))?.waiting).toBeUndefined();
  expect(await historyJobs.claim(job)).toBeDefined();
});

it('stays with its worker when the clock is set back by less than the allowed clock skew', async () => {
  const { historyJobs } = bench.services;
  await begin();
  expect(await historyJobs.claim(job)).toBeDefined();
  bench.clock.advance(-1);
  expect(await historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(-maxClockSkewMs);
  expect(await historyJobs.claim(job)).toBeDefined();
});
