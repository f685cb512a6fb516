/** A host's history fetched page by page: whole whatever is cut off, waited for where the host takes no more calls, and never at the snapshot's cost. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { clockSlackMs } from '../../../../worker/core/clock-slack.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { runHostHistory, sweepHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import type { HostedRepository } from '../../../../worker/ports/code-host.ts';
import type { HistoryInput } from '../../../../worker/ports/history-jobs.ts';
import type { HistoryKey } from '../../../../worker/ports/history-store.ts';
import type { HostedCommit } from '../../../../worker/ports/history-source.ts';
import { cleanUpNow } from '../../../support/clean-up.ts';
import { commitId, line } from '../../../support/commits.ts';
import { issue, pullRequest, remark } from '../../../support/discussions.ts';
import { createMemoryHost } from '../../../support/memory-code-host.ts';
import { createMemoryHistorySource, type MemoryHistorySource } from '../../../support/memory-history-source.ts';
import { noHosting } from '../../../support/no-hosting.ts';
import { indexed, type Tree } from '../../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

const tree: Tree = { 'src/a.py': 'one\ntwo\nthree\n', 'src/b.py': 'four\n', 'README.md': 'five\n' };
const job = { id: 'history-1-1', shard: 0 };

const hosted = (count: number): readonly HostedCommit[] =>
  line(count).map(({ files: _files, moreFiles: _more, pullRequest: _by, issues: _issues, ...commit }) => ({
    ...commit,
    pullRequests: commit.id === commitId('c4') ? [10] : [],
  }));

let source: MemoryHistorySource;
let bench: Workbench;
let id: string;
let key: HistoryKey;
const plainly: HistoryInput = {
  place: { owner: 'acme', name: 'tool' },
  owner: openModeViewer.id,
  tip: commitId('c7'),
  since: undefined,
  changedSince: undefined,
  earlier: undefined,
};

beforeEach(async () => {
  source = createMemoryHistorySource({
    commits: hosted(7),
    discussions: [
      {
        discussion: pullRequest(11, {
          mergeCommit: commitId('c6'),
          title: 'Count in twos',
          body: 'Since KEYABCD1234 says so.',
          closes: [5],
          remarks: [remark('Ones were too slow.', { author: 'zoë\u001b[2J' })],
        }),
        updatedAt: 9_000,
        changed: { files: [{ path: 'src/a.py', added: 2, deleted: 1, oldPath: undefined }], moreFiles: 0 },
      },
      { discussion: pullRequest(10, { title: 'Begin' }), updatedAt: 4_000, changed: undefined },
      { discussion: issue(5, { title: 'It is slow' }), updatedAt: 9_500, changed: undefined },
    ],
    files: {
      [commitId('c3')]: {
        files: [{ path: 'src/b.py', added: 1, deleted: 0, oldPath: 'b.py' }],
        moreFiles: 0,
      },
    },
    blame: {
      'src/a.py': [
        { startLine: 1, endLine: 2, commit: commitId('c6') },
        { startLine: 3, endLine: 3, commit: commitId('c1') },
      ],
    },
  });
  bench = await openWorkbench(withToken);
  ({ id } = await indexed(bench, tree));
  key = { shard: 0, snapshot: 1, generation: 1, repository: id };
});

const begin = (input: Partial<HistoryInput> = {}) =>
  bench.services.historyJobs.begin({ ...job, key, input: { ...plainly, ...input } });
const withToken = (): Partial<Services> => ({
  historySource: source,
  hosting: { ...noHosting, deploymentToken: 'of the deployment' },
});
/** What queue and alarm do until nothing is left to do; @returns moments it had waited until */
async function toEnd(): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    await runHostHistory(bench.services, job);
    const nextMs = await sweepHostHistory(bench.services, job);
    if (nextMs === undefined) return waits;
    const waiting = (await bench.services.historyJobs.get(job))?.waiting;
    if (waiting !== undefined) waits.push(waiting.until);
    bench.clock.advance(Math.max(nextMs, 20_000));
  }
  throw new Error('It never ended.');
}
const stored = async () => {
  const { history_job: _jobs, ...rows } = await bench.rows();
  // Numbers of full-text tables go on from one bench to the next.
  return Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [
      table.replace(/^(history1|discussions1)_\d+/, '$1'),
      count,
    ]),
  );
};

/** Without a token, where the call for pull requests and the one after it find nothing. */
const withoutPulls = async (described: () => Promise<HostedRepository>): Promise<void> => {
  const codeHost = { ...noHosting.codeHost, describe: described };
  bench = await openWorkbench(() => ({ historySource: source, hosting: { ...noHosting, codeHost } }));
  ({ id } = await indexed(bench, tree));
  key = { ...key, repository: id };
  await begin();
  const none = new AppError('source_not_found', 'None.');
  source.failures.push(undefined, undefined, undefined, none, none);
  await toEnd();
};

it('brings commits, discussions, files and origins, masked and plain', async () => {
  await begin();
  await toEnd();
  const { historyStore, discussionStore } = bench.services;
  expect(await historyStore.state(key)).toMatchObject({ commits: 7, isComplete: true, since: undefined });
  const [told] = await discussionStore.byNumber(key, [11]);
  expect(told?.body).toBe('Since ••••••••••• says so.');
  expect(told?.remarks[0]?.author).toBe('zoë\ufffd[2J');
  expect(await discussionStore.count(key)).toEqual({ pullRequests: 2, issues: 1 });
  expect(
    (await discussionStore.ofCommits(key, [commitId('c4')])).map((one) => one.pullRequest.number),
  ).toEqual([10]);
  const timeline = await historyStore.timeline(key, 'src', { limit: 9 });
  expect(timeline.map(({ commit, file }) => [commit.subject, file.path])).toEqual([
    ['Change c6', 'src'],
    ['Change c3', 'src'],
  ]);
  const found = await historyStore.search(key, ['src'], 5);
  expect(found.map(({ subject }) => subject).toSorted()).toEqual(['Change c3', 'Change c6']);
});

it('ends the same wherever it is cut off', async () => {
  await begin();
  await toEnd();
  const whole = await stored();
  const calls = source.asked.length;
  for (let cut = 0; cut < calls; cut += 2) {
    bench = await openWorkbench(withToken);
    ({ id } = await indexed(bench, tree));
    key = { ...key, repository: id };
    await begin();
    // Cut off after the host answered and before the page's end was written: as if the worker had died.
    source.failures.push(...Array.from({ length: cut }, () => undefined), new Error('killed'));
    await toEnd();
    expect(await stored()).toEqual(whole);
  }
});

it('begins once, and does a page once at a time', async () => {
  expect([await begin(), await begin()]).toEqual([true, false]);
  const held = await bench.services.historyJobs.claim(job);
  expect(held?.attempts).toBe(1);
  expect(await bench.services.historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(60_000);
  const next = await bench.services.historyJobs.claim(job);
  expect(next).toBeDefined();
  if (held === undefined || next === undefined) return;
  const { step, progress, notes } = held;
  const done = { step, progress, notes, waiting: undefined };
  await expect(bench.services.historyJobs.advance(held, done)).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
  await bench.services.historyJobs.advance(next, done);
});

describe('a host', () => {
  it('that takes no more calls is waited for, without an attempt', async () => {
    await begin();
    const until = bench.clock.now() + 3_600_000;
    const limited = () => new AppError('host_limited', 'No more calls.', { details: { retryAt: until } });
    source.failures.push(undefined, limited(), limited(), limited(), limited(), limited(), limited());
    expect(new Set(await toEnd())).toContain(until);
    expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
    expect((await viewRepository(bench.services, openModeViewer, id)).snapshot.status).toBe('ready');
  });

  it('is left a tenth of its points: commits wait for more, files and origins are said to lack', async () => {
    await begin();
    const resetAt = bench.clock.now() + 1_800_000;
    source.past = { ...source.past, remaining: [4_000, 500, 4_000], resetAt };
    expect(await toEnd()).toContain(resetAt);
    expect((await bench.services.historyStore.state(key)).commits).toBe(7);
    bench = await openWorkbench(withToken);
    ({ id } = await indexed(bench, tree));
    key = { ...key, repository: id };
    await begin();
    source.asked.length = 0;
    source.past = { ...source.past, remaining: Array.from({ length: 99 }, () => 10), resetAt: 0 };
    await toEnd();
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes.join(' ')).toContain('points for this hour are spent');
    expect(source.asked.filter((call) => call.startsWith('filesOf'))).toHaveLength(1);
  });

  it('that gives sixty calls an hour is left half of them', async () => {
    await begin();
    const resetAt = bench.clock.now() + 1_800_000;
    source.past = { ...source.past, limit: 60, remaining: [31, 30, 59], resetAt };
    expect(await toEnd()).toEqual([resetAt]);
    expect(source.asked.slice(0, 3)).toEqual(['commits first', 'commits 3', 'commits 6']);
  });

  it.each(['token_refused', 'source_forbidden', 'ref_not_found'] as const)(
    'that answers %s of commits ends it, and the snapshot stays ready',
    async (code) => {
      await begin();
      source.failures.push(undefined, new AppError(code, 'No.'));
      await toEnd();
      expect(source.asked).toHaveLength(2);
      expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed', error: 'No.' });
      const state = await bench.services.historyStore.state(key);
      expect(state).toMatchObject({ isComplete: true });
      expect(state.notes.at(-1)).toMatch(/^It could not be fetched whole: No\. .*[Rr]efresh/);
      expect((await viewRepository(bench.services, openModeViewer, id)).snapshot.status).toBe('ready');
    },
  );

  it('that refuses a stage is asked for the others, and what lacks is told as broken off', async () => {
    await begin();
    source.failures.push(undefined, undefined, undefined, new AppError('source_forbidden', 'Not with it.'));
    await toEnd();
    const { discussionStore, historyStore, historyJobs } = bench.services;
    expect(await discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
    expect(source.asked.map((call) => call.split(' ')[0])).toContain('filesOf');
    const why = 'GitHub did not tell the merged pull requests whole: Not with it.';
    const ended = await historyJobs.get(job);
    const step = { stage: 'pull-requests', without: ['pull-requests'] };
    expect(ended).toMatchObject({ state: 'failed', error: why, step });
    expect(Object.keys(ended?.progress ?? {})).toEqual(['commits', 'issues', 'files', 'origins']);
    const { notes } = await historyStore.state(key);
    expect(notes).toContain(`${why} Store a token that may read it with PUT /v1/tokens/github and refresh.`);
  });

  it('that refuses a stage and then breaks off has more to be asked for anew than that stage', async () => {
    await begin();
    const refused = new AppError('source_forbidden', 'Not with it.');
    source.failures.push(undefined, undefined, undefined, refused, new AppError('token_refused', 'Expired.'));
    await toEnd();
    const { step } = (await bench.services.historyJobs.get(job)) ?? {};
    expect([step?.stage, step?.without]).toEqual(['pull-requests', undefined]);
  });

  it('is asked from the beginning for a stage it refused before', async () => {
    await begin({ changedSince: 9_600, anew: ['issues'] });
    await toEnd();
    expect(await bench.services.discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
  });

  it('where discussions are switched off is told of, and nothing has failed', async () => {
    const { describe: describing } = createMemoryHost({}).hosting.codeHost;
    const described = vi.fn(() => describing(plainly.place, { token: undefined }));
    // Whether the repository is there is waited for too.
    await withoutPulls(described.mockRejectedValueOnce(new AppError('host_limited', 'No more calls.')));
    expect(described).toHaveBeenCalledTimes(2);
    expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes.join(' ')).toContain('no merged pull requests of it: they seem to be switched off');
  });

  it.each(['source_not_found', 'source_forbidden'] as const)(
    'that says %s of the repository itself is not told to have switched them off',
    async (code) => {
      await withoutPulls(() => Promise.reject(new AppError(code, 'Gone.')));
      expect(await bench.services.historyJobs.get(job)).toMatchObject({
        state: 'failed',
        error:
          'GitHub did not tell the merged pull requests: they are not there, or not everyone may read them any more.',
        step: { without: ['pull-requests', 'issues'] },
      });
    },
  );

  it('that is down is tried again for nearly two hours, which is seen, and then told', async () => {
    await begin();
    const from = bench.clock.now();
    source.failures.push(
      ...Array.from({ length: 30 }, () => new AppError('host_unavailable', 'Bad gateway.')),
    );
    const waits = await toEnd();
    expect(source.asked).toHaveLength(12);
    expect(waits).toHaveLength(11);
    expect(waits.map((until, at) => until - (waits[at - 1] ?? from)).at(-1)).toBeGreaterThanOrEqual(900_000);
    expect(bench.clock.now() - from).toBeGreaterThan(6_600_000);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({
      state: 'failed',
      error: 'Bad gateway.',
    });
  });

  it('that is back after an hour costs nothing', async () => {
    await begin();
    source.failures.push(
      ...Array.from({ length: 8 }, () => new AppError('host_unavailable', 'Bad gateway.')),
    );
    await runHostHistory(bench.services, job);
    expect((await bench.services.historyJobs.get(job))?.waiting).toEqual({
      until: bench.clock.now() + 5_000,
      why: 'It is tried again then: Bad gateway.',
    });
    await toEnd();
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'done', error: undefined });
  });

  it('that never tells one stage keeps no other from coming', async () => {
    await begin();
    const { discussions } = source;
    source.discussions = async (place, page, access) => {
      if (page.kind === 'pull-request') throw new AppError('host_unavailable', 'Too much.');
      return discussions(place, page, access);
    };
    await toEnd();
    expect(await bench.services.discussionStore.count(key)).toEqual({ pullRequests: 0, issues: 1 });
    expect(await bench.services.historyJobs.get(job)).toMatchObject({
      state: 'failed',
      error: 'GitHub did not tell the merged pull requests whole: Too much.',
    });
  });

  it('beside which something of ours fails five times is not asked again, and an error says so', async () => {
    await begin();
    source.failures.push(...Array.from({ length: 9 }, () => new AppError('storage_unavailable', 'Full.')));
    await toEnd();
    expect(source.asked).toHaveLength(5);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed', error: 'Full.' });
  });

  it('beside which a page is cut off five times is not asked again', async () => {
    await begin();
    for (let cut = 0; cut < 5; cut += 1) {
      expect(await bench.services.historyJobs.claim(job)).toBeDefined();
      bench.clock.advance(20_000);
    }
    await runHostHistory(bench.services, job);
    expect(await bench.services.historyJobs.get(job)).toMatchObject({ state: 'failed' });
    expect(source.asked).toEqual([]);
  });

  it('that is asked without a token tells less, which is said', async () => {
    bench = await openWorkbench(() => ({ historySource: source }));
    ({ id } = await indexed(bench, tree));
    key = { ...key, repository: id };
    await begin();
    await toEnd();
    const { notes } = await bench.services.historyStore.state(key);
    expect(notes).toContain('Without a token.');
    expect(source.asked.some((call) => call.startsWith('blame'))).toBe(false);
  });
});

it('stops at the commits an earlier version holds, and asks for what changed since', async () => {
  await begin();
  await toEnd();
  source.past = { ...source.past, commits: hosted(9), perPage: 2 };
  source.asked.length = 0;
  const next = { ...key, snapshot: 2 };
  const input = { ...plainly, tip: commitId('c9'), earlier: key, changedSince: 9_200 };
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  // Snapshot 2 is not listed: as of a version that was removed, nothing of it is left.
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  expect(await bench.services.historyJobs.get({ id: 'history-2-1', shard: 0 })).toBeUndefined();
  await indexed(bench, { ...tree, 'src/c.py': 'six\n' });
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  expect(source.asked.filter((call) => /^(?:commits|pull|issue)/.test(call))).toEqual([
    'commits first',
    'commits 2',
    'pull-request first',
    'issue first',
  ]);
  expect((await bench.services.historyStore.state(next)).commits).toBe(9);
});

it('keeps from when on discussions are to be asked for again, where the host failed to tell some', async () => {
  const dayMs = 24 * 3_600_000;
  const now = 400 * dayMs;
  const discussions = [11, 12, 13, 14].map((number) => ({
    discussion: pullRequest(number),
    updatedAt: now - number * dayMs,
    changed: undefined,
  }));
  source.past = { ...source.past, discussions, untold: [12] };
  await begin();
  await toEnd();
  const { notes } = await bench.services.historyStore.state(key);
  expect(notes).toContain(
    'GitHub did not tell 1 of the merged pull requests of a page whole. Refresh to ask for them again.',
  );
  // Of the first page, whose oldest is the thirteenth; what was not told may lie a month beside.
  expect((await bench.services.historyJobs.get(job))?.step.missedSince).toBe(now - 43 * dayMs);
});

it('leaves what was stored whole where it is told in part later', async () => {
  await begin();
  await toEnd();
  const [told] = source.past.discussions ?? [];
  if (told === undefined) throw new Error('Nothing is told.');
  const part = { ...told, discussion: { ...told.discussion, remarks: [], closes: [] }, isInPart: true };
  source.past = { ...source.past, discussions: [part] };
  const again = { id: `${job.id}-2`, shard: 0 };
  await bench.services.historyJobs.begin({ ...again, key, input: { ...plainly, earlier: key } });
  await runHostHistory(bench.services, again);
  expect((await bench.services.historyJobs.get(again))?.state).toBe('done');
  const [kept] = await bench.services.discussionStore.byNumber(key, [told.discussion.number]);
  expect([kept?.remarks.length, kept?.closes]).toEqual([1, [5]]);
});

it('does not stop at known commits while a branch that was merged late is not whole', async () => {
  await begin();
  await toEnd();
  const all = hosted(9).map((one) =>
    one.id === commitId('c9') ? { ...one, parents: [...one.parents, commitId('aside')] } : one,
  );
  const aside = all.slice(-1).map((one) => ({ ...one, id: commitId('aside'), parents: [commitId('c1')] }));
  source.past = { ...source.past, perPage: 2, commits: [...all.slice(0, 4), ...aside, ...all.slice(4)] };
  const next = { ...key, snapshot: 2 };
  const input = { ...plainly, tip: commitId('c9'), earlier: key, changedSince: 9_200 };
  await indexed(bench, { ...tree, 'src/c.py': 'six\n' });
  source.asked.length = 0;
  await bench.services.historyJobs.begin({ id: 'history-2-1', shard: 0, key: next, input });
  await runHostHistory(bench.services, { id: 'history-2-1', shard: 0 });
  // Of five pages the third has it, and the fourth is known again.
  expect(source.asked.filter((call) => call.startsWith('commits '))).toHaveLength(4);
  expect((await bench.services.historyStore.state(next)).commits).toBe(10);
});

it('leaves nothing of a repository that is removed while it goes on', async () => {
  const empty = await (await openWorkbench()).rows();
  bench = await openWorkbench(withToken);
  ({ id } = await indexed(bench, tree));
  key = { ...key, repository: id };
  await begin();
  const { discussions } = source;
  source.discussions = async (...asked) => {
    await removeRepository(bench.services, openModeViewer, id);
    await cleanUpNow(bench.services);
    return discussions(...asked);
  };
  await runHostHistory(bench.services, job);
  expect(await sweepHostHistory(bench.services, job)).toBeUndefined();
  expect(await bench.rows()).toEqual(empty);
});

it('is taken up again where its lease or its wait ends long after the clock was set back', async () => {
  const dayMs = 86_400_000;
  const { historyJobs } = bench.services;
  await begin();
  const held = (await historyJobs.claim(job)) ?? expect.fail('it could not be claimed');
  bench.clock.advance(-dayMs);
  expect(await historyJobs.claim(job)).toMatchObject({ attempts: 2 });
  bench.clock.advance(dayMs);
  const again = (await historyJobs.claim(job)) ?? expect.fail('it could not be claimed');
  expect(again.claim).toBeGreaterThan(held.claim);
  const until = bench.clock.now() + 3_600_000;
  await historyJobs.release(again, { waiting: { until, why: 'the host is busy' }, error: undefined });
  expect(await historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(-dayMs);
  expect((await historyJobs.get(job))?.waiting).toBeUndefined();
  expect(await historyJobs.claim(job)).toBeDefined();
});

it('stays with its worker when the clock is set back by less than clocks may differ', async () => {
  const { historyJobs } = bench.services;
  await begin();
  expect(await historyJobs.claim(job)).toBeDefined();
  bench.clock.advance(-1);
  expect(await historyJobs.claim(job)).toBeUndefined();
  bench.clock.advance(-clockSlackMs);
  expect(await historyJobs.claim(job)).toBeDefined();
});
