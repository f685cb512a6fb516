/** What every table of job parts does: one worker a part, dead workers' parts found again, nothing counted twice. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { JobParts } from '../../worker/ports/job-parts.ts';
import type { PartKey } from '../../worker/ports/job-queue.ts';
import type { ManualClock } from '../support/manual-clock.ts';

export interface JobPartsSubject {
  readonly jobParts: JobParts;
  readonly clock: ManualClock;
  /** Ends a part as the store that writes its rows does. */
  readonly finish: (key: PartKey) => Promise<void>;
}

/** Longer than any lease and any pause. */
const aLongTime = 60_000;
const job = { id: 'job-1', shard: 0 };
const key = (part: number, stage: PartKey['stage'] = 'parse'): PartKey => ({
  job: job.id,
  shard: job.shard,
  stage,
  part,
});
const parts = (count: number) => Array.from({ length: count }, (_, part) => ({ part, input: { at: part } }));

export function jobPartsContract(open: () => Promise<JobPartsSubject>): void {
  let subject: JobPartsSubject;
  beforeEach(async () => {
    subject = await open();
  });

  describe('claiming', () => {
    it('gives a part with its input to one worker alone', async () => {
      await subject.jobParts.add(job, 'parse', parts(2));
      const claims = await Promise.all([subject.jobParts.claim(key(0)), subject.jobParts.claim(key(0))]);
      expect(claims.filter((claim) => claim !== undefined)).toEqual([
        { part: 0, attempts: 1, input: { at: 0 } },
      ]);
      expect(await subject.jobParts.claim(key(1))).toMatchObject({ part: 1, input: { at: 1 } });
    });

    it('gives nothing of a part that is not there', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      expect(await subject.jobParts.claim(key(7))).toBeUndefined();
      expect(await subject.jobParts.claim(key(0, 'index'))).toBeUndefined();
      expect(await subject.jobParts.claim({ ...key(0), job: 'job-2' })).toBeUndefined();
    });

    it('gives a part again once its lease has run out, and counts the attempt', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      subject.clock.advance(aLongTime);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 2 });
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
    });

    it('keeps to a worker that renews', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      for (let seconds = 0; seconds < 60; seconds += 5) {
        subject.clock.advance(5_000);
        await subject.jobParts.renew(key(0), { files: seconds });
        expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      }
      expect(await subject.jobParts.tally(job)).toMatchObject([{ stage: 'parse', counts: { files: 55 } }]);
    });

    it('gives a released part again at once, to be counted as another attempt', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      await subject.jobParts.release(key(0), 'storage was away');
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 2 });
    });

    it('never gives a part that is done, and nothing wakes it', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      await subject.finish(key(0));
      await subject.jobParts.release(key(0), 'too late');
      await subject.jobParts.renew(key(0), { files: 9 });
      subject.clock.advance(aLongTime);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.stale(job)).toEqual([]);
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 1, total: 1, counts: { files: 0 } }]);
    });
  });

  describe('adding', () => {
    it('leaves parts that are there alone', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      await subject.jobParts.add(job, 'parse', parts(3));
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 0, total: 3 }]);
    });

    it('takes as many as a large repository needs', async () => {
      const many = Array.from({ length: 5_000 }, (_, part) => ({ part, input: { pack: 'é'.repeat(200) } }));
      await subject.jobParts.add(job, 'index', many);
      expect(await subject.jobParts.tally(job)).toMatchObject([{ stage: 'index', total: 5_000 }]);
      expect(await subject.jobParts.claim(key(4_999, 'index'))).toMatchObject({
        input: { pack: 'é'.repeat(200) },
      });
    });
  });

  describe('stale parts', () => {
    it('are none while messages are on their way and workers alive', async () => {
      await subject.jobParts.add(job, 'parse', parts(2));
      await subject.jobParts.claim(key(0));
      subject.clock.advance(5_000);
      expect(await subject.jobParts.stale(job)).toEqual([]);
    });

    it('are those whose worker died and those whose message was lost', async () => {
      await subject.jobParts.add(job, 'parse', parts(3));
      await subject.jobParts.claim(key(0));
      await subject.jobParts.claim(key(1));
      await subject.jobParts.release(key(1), 'storage was away');
      subject.clock.advance(aLongTime);
      const stale = await subject.jobParts.stale(job);
      expect(stale.toSorted((a, b) => a.part - b.part)).toEqual([
        { ...key(0), attempts: 1, error: undefined },
        { ...key(1), attempts: 1, error: 'storage was away' },
        { ...key(2), attempts: 0, error: undefined },
      ]);
    });

    it('that wait are told once, then given time for their message to arrive', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      subject.clock.advance(aLongTime);
      expect(await subject.jobParts.stale(job)).toHaveLength(1);
      subject.clock.advance(3_000);
      expect(await subject.jobParts.stale(job)).toEqual([]);
      subject.clock.advance(aLongTime);
      expect(await subject.jobParts.stale(job)).toHaveLength(1);
    });

    it('of one job are not those of another', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.add({ ...job, id: 'job-2' }, 'parse', parts(1));
      subject.clock.advance(aLongTime);
      expect(await subject.jobParts.stale(job)).toMatchObject([{ job: job.id }]);
    });
  });

  it('tallies stages in their order, with when each began and ended', async () => {
    await subject.jobParts.add(job, 'publish', parts(1));
    await subject.jobParts.add(job, 'fetch', parts(1));
    await subject.jobParts.claim(key(0, 'fetch'));
    const startedAt = subject.clock.now();
    subject.clock.advance(700);
    await subject.finish(key(0, 'fetch'));
    const [fetch, publish] = await subject.jobParts.tally(job);
    expect(fetch).toMatchObject({
      stage: 'fetch',
      startedAt,
      finishedAt: startedAt + 700,
      done: 1,
      total: 1,
    });
    expect(publish).toMatchObject({ stage: 'publish', startedAt: undefined, finishedAt: undefined, done: 0 });
    expect(await subject.jobParts.tally({ ...job, id: 'job-2' })).toEqual([]);
  });

  it('removes the parts of one job alone', async () => {
    await subject.jobParts.add(job, 'parse', parts(2));
    await subject.jobParts.add({ ...job, id: 'job-2' }, 'parse', parts(1));
    await subject.jobParts.remove(job);
    expect(await subject.jobParts.tally(job)).toEqual([]);
    expect(await subject.jobParts.tally({ ...job, id: 'job-2' })).toMatchObject([{ total: 1 }]);
  });
}
