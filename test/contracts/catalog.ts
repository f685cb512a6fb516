/** Contract of every catalog: viewers see only their own data, a switch of state is atomic, and ended jobs stay ended. */

import { actFor } from '../../worker/core/viewer.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  zeroCounts,
  stageStatuses,
  type Failure,
  type Stage,
} from '../../worker/core/repositories/repository.ts';
import type { Catalog, Job, NewSnapshot } from '../../worker/ports/catalog.ts';
import type { ManualClock } from '../support/fakes/manual-clock.ts';

interface CatalogSubject {
  readonly catalog: Catalog;
  readonly clock: ManualClock;
  readonly countRows: () => Promise<Record<string, number>>;
}

const anna = actFor({ id: 'anna' });
const ben = actFor({ id: 'ben' });
const failure: Failure = {
  code: 'archive_empty',
  message: 'Nothing.',
  fix: 'Add files.',
  details: { skipped: [] },
};
const notResumable = { progress: {}, resumableUntil: undefined };
const facts = {
  counts: { files: 3, lines: 40, chunks: 5, symbols: 2, edges: 0, skipped: 1 },
  timings: { fetch: 10, parse: 20 },
  progress: { fetch: { done: 1, total: 1 } },
  rowsWritten: 99,
};

const conversationIn = (repositoryId: string) => ({ repositoryId, viewer: anna.id, id: 'talk' });

export function catalogContract(open: () => Promise<CatalogSubject>): void {
  let subject: CatalogSubject;
  let catalog: Catalog;
  beforeEach(async () => {
    subject = await open();
    catalog = subject.catalog;
  });

  let added = 0;
  const newSnapshot = (name: string): NewSnapshot => {
    added += 1;
    return {
      repositoryId: `repository-${added}`,
      snapshotId: `snapshot-${added}`,
      jobId: `job-${added}`,
      name,
      ref: undefined,
      commit: '',
      subdirectory: undefined,
      shard: 0,
    };
  };
  const add = async (name: string, viewer = anna, overrides: Partial<NewSnapshot> = {}) => {
    const snapshot = newSnapshot(name);
    const { jobId } = snapshot;
    const { repositoryId } = await catalog.addSnapshot(viewer, { ...snapshot, ...overrides });
    return { repositoryId, snapshotId: `snapshot-${added}`, job: await getJob(jobId) };
  };
  const getJob = async (id: string): Promise<Job> => {
    const job = await catalog.getJob(id);
    if (job === undefined) throw new Error(`Job ${id} does not exist.`);
    return job;
  };

  describe('adding a snapshot', () => {
    it('queues the snapshot with a fetch job, and serves nothing yet', async () => {
      const { repositoryId, snapshotId, job } = await add('tool', anna, {
        ref: 'main',
        commit: 'abc',
        subdirectory: 'src',
      });
      expect(await catalog.getRepository(anna, repositoryId)).toEqual({
        id: repositoryId,
        owner: 'anna',
        visibility: 'private',
        name: 'tool',
        shard: 0,
        createdAt: subject.clock.now(),
        source: { kind: 'upload' },
        access: undefined,
      });
      expect(job).toMatchObject({ repositoryId, shard: 0, generation: 1, stage: 'fetch', state: 'running' });
      expect(await catalog.getSnapshot(job.snapshotNumber)).toEqual({
        number: job.snapshotNumber,
        id: snapshotId,
        repositoryId,
        ref: 'main',
        commit: 'abc',
        subdirectory: 'src',
        wrapperFolder: undefined,
        status: 'queued',
        generation: 0,
        counts: zeroCounts,
        timings: {},
        progress: {},
        rowsWritten: 0,
        error: undefined,
        createdAt: subject.clock.now(),
        readyAt: undefined,
      });
    });

    it('uses the viewer’s existing repository of that name, on the same shard', async () => {
      const first = await add('tool');
      const second = await add('tool');
      expect(second.repositoryId).toBe(first.repositoryId);
      const elsewhere = { ...newSnapshot('tool'), shard: 3 };
      expect(await catalog.addSnapshot(anna, elsewhere)).toEqual({
        repositoryId: first.repositoryId,
        shard: 0,
      });
      const snapshots = await catalog.listSnapshots([first.repositoryId]);
      expect(snapshots.map((snapshot) => snapshot.id)).toEqual([second.snapshotId, first.snapshotId]);
    });

    it('creates one repository for two concurrent additions of a new name', async () => {
      const additions = await Promise.all([add('tool'), add('tool')]);
      expect(new Set(additions.map(({ repositoryId }) => repositoryId)).size).toBe(1);
      expect(await catalog.listRepositories(anna)).toHaveLength(1);
    });

    it('creates a separate repository if only another viewer has the name', async () => {
      const [hers, his] = [await add('tool', anna), await add('tool', ben)];
      expect(his.repositoryId).not.toBe(hers.repositoryId);
    });
  });

  describe('a viewer', () => {
    it('sees only their own repositories, newest first', async () => {
      const first = await add('one');
      subject.clock.advance(1000);
      const second = await add('two');
      await add('his', ben);
      const listed = await catalog.listRepositories(anna);
      expect(listed.map((repository) => repository.id)).toEqual([second.repositoryId, first.repositoryId]);
      expect(await catalog.getRepository(ben, first.repositoryId)).toBeUndefined();
    });

    it('has one repository per name and kind of source', async () => {
      const upload = await add('acme/tool');
      const source = { kind: 'github', owner: 'acme', name: 'tool', hostId: '7' } as const;
      const visibility = 'private';
      const hosted = { source, history: 'none', etag: undefined, visibility, isPrivate: false } as const;
      const added = await catalog.addSnapshot(anna, {
        repositoryId: 'of the host',
        snapshotId: 'of the host',
        jobId: 'of the host',
        name: 'acme/tool',
        ref: 'main',
        commit: 'c1',
        subdirectory: undefined,
        shard: 0,
        hosted,
      });
      expect(added.repositoryId).not.toBe(upload.repositoryId);
      expect(await catalog.findRepository(anna, 'acme/tool', 'upload')).toMatchObject({
        id: upload.repositoryId,
        source: { kind: 'upload' },
      });
      expect(await catalog.findRepository(anna, 'acme/tool', 'github')).toMatchObject({
        id: added.repositoryId,
        source,
      });
      expect(await catalog.findRepository(anna, 'acme/tool', 'live')).toBeUndefined();
    });

    it('finds only their own repositories by name', async () => {
      const hers = await add('tool', anna);
      await add('his', ben);
      expect(await catalog.findRepository(anna, 'tool', 'upload')).toMatchObject({ id: hers.repositoryId });
      expect(await catalog.findRepository(anna, 'his', 'upload')).toBeUndefined();
      expect(await catalog.findRepository(anna, 'Tool', 'upload')).toBeUndefined();
      await catalog.hideRepository(hers.repositoryId);
      expect(await catalog.findRepository(anna, 'tool', 'upload')).toBeUndefined();
    });

    it('does not see a hidden repository, and can reuse its name', async () => {
      const gone = await add('tool');
      await catalog.hideRepository(gone.repositoryId);
      expect(await catalog.listRepositories(anna)).toEqual([]);
      expect(await catalog.getRepository(anna, gone.repositoryId)).toBeUndefined();
      expect(await catalog.listRemoved()).toEqual([{ id: gone.repositoryId, shard: 0 }]);
      const next = await add('tool');
      expect(next.repositoryId).not.toBe(gone.repositoryId);
      expect(await catalog.listSnapshots([next.repositoryId])).toHaveLength(1);
    });
  });

  const listReplacedNumbers = async () => (await catalog.listReplaced()).map(({ number }) => number);

  describe('a job', () => {
    it('names the API key that started it', async () => {
      expect((await add('with-key', anna, { keyId: 'key-1' })).job.keyId).toBe('key-1');
      expect((await add('without-key')).job.keyId).toBeUndefined();
    });

    it('moves through its stages, and reports the current one', async () => {
      const { job } = await add('tool');
      await catalog.describeSnapshot(job.snapshotNumber, { commit: 'c0ffee', wrapperFolder: 'tool-main' });
      await catalog.setStage(job, 'parse', 'parsing');
      expect(await getJob(job.id)).toMatchObject({ stage: 'parse', state: 'running' });
      expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({
        status: 'parsing',
        commit: 'c0ffee',
        wrapperFolder: 'tool-main',
      });
      expect(await catalog.latestJob(job.snapshotNumber)).toMatchObject({ id: job.id });
    });

    it('publishes its snapshot in one write', async () => {
      const { job } = await add('tool');
      subject.clock.advance(5000);
      await catalog.publish(job, facts);
      expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({
        status: 'ready',
        generation: 1,
        ...facts,
        error: undefined,
        readyAt: subject.clock.now(),
      });
      expect(await getJob(job.id)).toMatchObject({ state: 'done' });
    });

    it('records why it failed, and its snapshot serves nothing', async () => {
      const { job } = await add('tool');
      await catalog.fail(job, failure, { ...notResumable, progress: { fetch: { done: 0, total: 1 } } });
      expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({
        status: 'failed',
        generation: 0,
        error: failure,
        progress: { fetch: { done: 0, total: 1 } },
      });
      expect(await getJob(job.id)).toMatchObject({ state: 'failed' });
    });

    it.each([
      ['published', (job: Job) => catalog.publish(job, facts), 'done', 'ready'],
      ['failed', (job: Job) => catalog.fail(job, failure, notResumable), 'failed', 'failed'],
      ['cancelled', (job: Job) => catalog.cancel(job), 'failed', 'queued'],
    ] as const)('stays %s', async (_, end, state, status) => {
      const { job } = await add('tool');
      await end(job);
      const endedSnapshot = await catalog.getSnapshot(job.snapshotNumber);
      await catalog.setStage(job, 'parse', 'parsing');
      await catalog.fail(
        job,
        { ...failure, code: 'internal' },
        { progress: {}, resumableUntil: subject.clock.now() + 1_000 },
      );
      await catalog.publish(job, { ...facts, rowsWritten: 1 });
      await catalog.cancel(job);
      expect(await catalog.getSnapshot(job.snapshotNumber)).toEqual(endedSnapshot);
      expect(endedSnapshot?.status).toBe(status);
      expect((await getJob(job.id)).state).toBe(state);
    });

    describe('that failed and can be resumed', () => {
      const resumableFailure: Failure = { ...failure, code: 'attempts_spent' };
      const failed = async (at: Stage = 'parse', retainedMs = 10_000) => {
        const { job, repositoryId } = await add('tool');
        if (at !== 'fetch') await catalog.setStage(job, at, stageStatuses[at]);
        const end = { progress: {}, resumableUntil: subject.clock.now() + retainedMs };
        await catalog.fail(job, resumableFailure, end);
        return { job: await getJob(job.id), repositoryId };
      };

      it('reports until when it can be resumed', async () => {
        const { job } = await failed();
        expect(job).toMatchObject({
          state: 'failed',
          resumableUntil: subject.clock.now() + 10_000,
          pausedMs: {},
        });
      });

      it.each([
        ['fetch', 'fetching'],
        ['parse', 'parsing'],
        ['publish', 'indexing'],
      ] as const)('resumes at %s and clears the failure', async (stage, status) => {
        const { job } = await failed(stage);
        subject.clock.advance(9_000);
        expect(await catalog.resume(job)).toBe(true);
        expect(await getJob(job.id)).toMatchObject({
          state: 'running',
          stage,
          resumableUntil: undefined,
          pausedMs: { [stage]: 9_000 },
        });
        expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({ status, error: undefined });
        await catalog.publish(job, facts);
        expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({ status: 'ready' });
      });

      it('can fail and resume again, and sums up the paused time', async () => {
        const { job } = await failed();
        subject.clock.advance(1_000);
        await catalog.resume(job);
        await catalog.fail(job, resumableFailure, {
          progress: {},
          resumableUntil: subject.clock.now() + 10_000,
        });
        subject.clock.advance(500);
        expect(await catalog.resume(job)).toBe(true);
        expect(await getJob(job.id)).toMatchObject({ pausedMs: { parse: 1_500 } });
      });

      it('is resumed once by two concurrent calls', async () => {
        const { job } = await failed();
        const resumed = await Promise.all([catalog.resume(job), catalog.resume(job)]);
        expect(resumed.toSorted()).toEqual([false, true]);
      });

      it.each([
        ['after its deadline', async () => void subject.clock.advance(10_000)],
        ['after it is marked as not resumable', (job: Job) => catalog.markNotResumable(job)],
        ['after it is cancelled', (job: Job) => catalog.cancel(job)],
        ['after its repository is hidden', (job: Job) => catalog.hideRepository(job.repositoryId)],
      ] as const)('can no longer be resumed %s, and does not change', async (_, end) => {
        const { job } = await failed();
        await end(job);
        const [snapshot, endedJob] = [await catalog.getSnapshot(job.snapshotNumber), await getJob(job.id)];
        expect(await catalog.resume(job)).toBe(false);
        expect(await catalog.getSnapshot(job.snapshotNumber)).toEqual(snapshot);
        expect(await getJob(job.id)).toEqual(endedJob);
        expect(snapshot).toMatchObject({ status: 'failed', error: { code: 'attempts_spent' } });
      });

      it('is the only kind of job that can be resumed or marked as not resumable', async () => {
        const [running, done, hopeless] = [await add('a'), await add('b'), await add('c')];
        await catalog.publish(done.job, facts);
        await catalog.fail(hopeless.job, failure, notResumable);
        for (const { job } of [running, done, hopeless]) {
          const [before, snapshot] = [await getJob(job.id), await catalog.getSnapshot(job.snapshotNumber)];
          expect(await catalog.resume(job)).toBe(false);
          await catalog.markNotResumable(job);
          expect(await getJob(job.id)).toEqual(before);
          expect(await catalog.getSnapshot(job.snapshotNumber)).toEqual(snapshot);
        }
      });
    });

    it('does not affect other snapshots', async () => {
      const [first, second] = [await add('tool'), await add('tool')];
      await catalog.publish(first.job, facts);
      await catalog.fail(second.job, failure, notResumable);
      expect(await catalog.getSnapshot(first.job.snapshotNumber)).toMatchObject({
        status: 'ready',
        error: undefined,
      });
      expect(await catalog.getSnapshot(second.job.snapshotNumber)).toMatchObject({ status: 'failed' });
    });

    it('is undefined if it is unknown', async () => {
      expect(await catalog.getJob('nobody')).toBeUndefined();
      expect(await catalog.getSnapshot(12_345)).toBeUndefined();
      expect(await catalog.latestJob(12_345)).toBeUndefined();
      expect(await catalog.listSnapshots(['nobody'])).toEqual([]);
      expect(await catalog.listSnapshots([])).toEqual([]);
    });
  });

  describe('a conversation', () => {
    it('is recorded once, listed with its repository, and deleted', async () => {
      const { repositoryId } = await add('tool');
      const other = await add('other');
      expect(await catalog.recordConversation(conversationIn(repositoryId), 'Where is it?')).toBe(true);
      expect(await catalog.recordConversation(conversationIn(repositoryId), 'Where is it?')).toBe(true);
      await catalog.recordConversation(conversationIn(other.repositoryId), 'Where is it?');
      expect(await catalog.listConversations(repositoryId, 10)).toEqual([conversationIn(repositoryId)]);
      expect(await catalog.hasConversation(conversationIn(repositoryId))).toBe(true);
      expect(await catalog.hasConversation({ ...conversationIn(repositoryId), viewer: 'nobody' })).toBe(
        false,
      );
      await catalog.deleteConversationRecords([conversationIn(repositoryId)]);
      await catalog.deleteConversationRecords([conversationIn(repositoryId)]);
      expect(await catalog.hasConversation(conversationIn(repositoryId))).toBe(false);
      expect(await catalog.listConversations(repositoryId, 10)).toEqual([]);
      expect(await catalog.listConversations(other.repositoryId, 10)).toHaveLength(1);
    });

    it('is not recorded for a hidden or unknown repository', async () => {
      const { repositoryId } = await add('tool');
      await catalog.hideRepository(repositoryId);
      expect(await catalog.recordConversation(conversationIn(repositoryId), 'Where is it?')).toBe(false);
      expect(await catalog.recordConversation(conversationIn('nobody'), 'Where is it?')).toBe(false);
      expect(await catalog.listConversations(repositoryId, 10)).toEqual([]);
    });
  });

  it('reads a repository with its snapshots, newest first, only for its owner', async () => {
    const first = await add('tool');
    const second = await add('tool');
    const repositoryState = await catalog.readRepository(anna, first.repositoryId);
    expect(repositoryState?.repository).toEqual(await catalog.getRepository(anna, first.repositoryId));
    expect(repositoryState?.snapshots).toEqual(await catalog.listSnapshots([first.repositoryId]));
    expect(repositoryState?.snapshots.map((snapshot) => snapshot.number)).toEqual([
      second.job.snapshotNumber,
      first.job.snapshotNumber,
    ]);
    expect(await catalog.readRepository(ben, first.repositoryId)).toBeUndefined();
    expect(await catalog.readRepository(anna, 'nobody')).toBeUndefined();
  });

  describe('a version', () => {
    it('is replaced only by the newest ready snapshot of its ref', async () => {
      const [old, other, bare] = [
        await add('tool', anna, { ref: 'main' }),
        await add('tool', anna, { ref: 'v1' }),
        await add('tool'),
      ];
      for (const { job } of [old, other, bare]) await catalog.publish(job, facts);
      const next = await add('tool', anna, { ref: 'main' });
      const bareNext = await add('tool');
      expect(await listReplacedNumbers()).toEqual([]);
      await catalog.fail(next.job, failure, notResumable);
      expect(await listReplacedNumbers()).toEqual([]);
      subject.clock.advance(5_000);
      const last = await add('tool', anna, { ref: 'main' });
      expect(await listReplacedNumbers()).toEqual([next.job.snapshotNumber]);
      await catalog.publish(last.job, facts);
      await catalog.publish(bareNext.job, facts);
      const numbers = [old, bare, next].map(({ job }) => job.snapshotNumber);
      expect(await listReplacedNumbers()).toEqual(numbers);
      expect((await catalog.listReplaced())[0]).toEqual({
        number: old.job.snapshotNumber,
        repositoryId: old.repositoryId,
        shard: 0,
        replacedAt: subject.clock.now(),
      });
    });

    it('is invisible and listed as removed when hidden, and listed as hidden until it is emptied', async () => {
      const { repositoryId, job } = await add('tool', anna, { ref: 'v1', commit: 'abc' });
      const running = await add('tool', anna, { ref: 'v2' });
      await catalog.publish(job, facts);
      await catalog.hideSnapshots([job.snapshotNumber, running.job.snapshotNumber]);
      const visibleRefs = (await catalog.listSnapshots([repositoryId])).map(({ ref }) => ref);
      expect(visibleRefs).toEqual(['v2']);
      expect((await catalog.readRepository(anna, repositoryId))?.snapshots).toHaveLength(1);
      expect(await catalog.listRemovedSnapshots(repositoryId)).toMatchObject([
        { ref: 'v1', commit: 'abc', removedAt: subject.clock.now() },
      ]);
      expect(await catalog.listHiddenSnapshots()).toEqual([
        {
          number: job.snapshotNumber,
          repositoryId,
          shard: 0,
          id: expect.any(String),
          commit: 'abc',
          generation: 1,
          source: { kind: 'upload' },
          createdAt: subject.clock.now(),
          removedAt: subject.clock.now(),
        },
      ]);
      await catalog.markEmptied(job.snapshotNumber);
      await catalog.markEmptied(running.job.snapshotNumber);
      expect(await catalog.listHiddenSnapshots()).toEqual([]);
      expect(await catalog.listRemovedSnapshots(repositoryId)).toHaveLength(1);
    });

    it('is rebuilt by one job at a time, each with a new generation', async () => {
      const { job } = await add('tool');
      expect(await catalog.addRebuild(job.snapshotNumber, 'again-0')).toBeUndefined();
      await catalog.publish(job, facts);
      const rebuild = await catalog.addRebuild(job.snapshotNumber, 'again-1');
      expect(rebuild).toMatchObject({ generation: 2, stage: 'fetch', state: 'running' });
      expect(await catalog.addRebuild(job.snapshotNumber, 'again-2')).toBeUndefined();
      await catalog.fail(await getJob('again-1'), failure, notResumable);
      expect(await catalog.getSnapshot(job.snapshotNumber)).toMatchObject({ status: 'ready', generation: 1 });
      expect(await catalog.addRebuild(job.snapshotNumber, 'again-3')).toMatchObject({ generation: 3 });
      await catalog.publish(await getJob('again-3'), facts);
      await catalog.hideSnapshots([job.snapshotNumber]);
      expect(await catalog.addRebuild(job.snapshotNumber, 'again-4')).toBeUndefined();
    });
  });

  it('lists repositories unused since a time, except named and recently updated ones', async () => {
    const [read, retained] = [await add('read'), await add('kept')];
    const [unused, refreshed] = [await add('unused'), await add('refreshed')];
    const source = { kind: 'github', owner: 'acme', name: 'kept', hostId: '7' } as const;
    await catalog.renameHosted(retained.repositoryId, 'kept', source);
    subject.clock.advance(7_200_000);
    const since = subject.clock.now();
    await catalog.readRepository(anna, read.repositoryId);
    await add('refreshed');
    const exceptions = { names: ['kept'], owner: anna.id };
    expect(await catalog.listUnused(since, exceptions)).toEqual([{ id: unused.repositoryId, shard: 0 }]);
    const unusedByStranger = await catalog.listUnused(since, { ...exceptions, owner: 'somebody else' });
    expect(unusedByStranger.map(({ id }) => id)).toContain(retained.repositoryId);
    expect(
      (await catalog.listUnused(since, { ...exceptions, names: [] })).map(({ id }) => id).toSorted(),
    ).toEqual([unused.repositoryId, retained.repositoryId].toSorted());
    expect(refreshed.repositoryId).not.toBe('');
  });

  it('deletes one repository completely', async () => {
    const retained = await add('kept');
    const rowsBefore = await subject.countRows();
    const gone = await add('gone');
    await add('gone');
    await catalog.hideRepository(gone.repositoryId);
    await catalog.deleteRepositoryRows(gone.repositoryId);
    await catalog.deleteRepositoryRows(gone.repositoryId);
    expect(await subject.countRows()).toEqual(rowsBefore);
    expect(await catalog.listRemoved()).toEqual([]);
    expect(await catalog.getJob(gone.job.id)).toBeUndefined();
    expect(await catalog.getRepository(anna, retained.repositoryId)).toBeDefined();
  });
}
