/** Contract of every store of job parts: a part has one worker, parts of dead workers are recovered, and nothing is counted twice. */

import { beforeEach, describe, expect, it } from 'vitest';
import { maxClockSkewMs } from '../../worker/core/time.ts';
import type { JobParts, PartKey, PartLease } from '../../worker/ports/job-parts.ts';
import type { ManualClock } from '../support/fakes/manual-clock.ts';

interface JobPartsSubject {
  readonly jobParts: JobParts;
  readonly clock: ManualClock;
  /** Completes a part, like the store that writes the part's rows. */
  readonly finish: (lease: PartLease) => Promise<void>;
}

/** Longer than any lease or delay. */
const longerThanLeaseMs = 60_000;
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
  /** Claims a part, which must be free. */
  const claimPart = async (part: number, stage: PartKey['stage'] = 'parse'): Promise<PartLease> => {
    const claimed = await subject.jobParts.claim(key(part, stage));
    return { ...key(part, stage), claim: claimed?.claim ?? expect.fail('The part could not be claimed.') };
  };

  describe('parking', () => {
    it('blocks a part until its time, and does not count as an attempt', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      const until = subject.clock.now() + 3_600_000;
      expect(await subject.jobParts.park(await claimPart(0), until, 'the host is busy')).toBe(true);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      subject.clock.advance(3_000_000);
      expect(await subject.jobParts.stale(job)).toEqual([]);
      const [tally] = await subject.jobParts.tally(job);
      expect(tally?.waiting).toEqual({ until, why: 'the host is busy' });
      subject.clock.advance(600_001);
      expect(await subject.jobParts.stale(job)).toMatchObject([{ part: 0, attempts: 0 }]);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 1 });
      expect((await subject.jobParts.tally(job))[0]?.waiting).toBeUndefined();
    });

    it('does not affect another worker’s part, and ends when the job is resumed', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      const lateClaim = await claimPart(0);
      subject.clock.advance(longerThanLeaseMs);
      const current = await claimPart(0);
      const until = subject.clock.now() + 3_600_000;
      expect(await subject.jobParts.park(lateClaim, until, 'busy')).toBe(false);
      expect(await subject.jobParts.park(current, until, 'busy')).toBe(true);
      await subject.jobParts.restart(job);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 1 });
    });
  });

  describe('after the clock was set back by a day', () => {
    const dayMs = 86_400_000;
    beforeEach(() => subject.jobParts.add(job, 'parse', parts(1)));

    it('a stale running part can be claimed, and its first worker loses it', async () => {
      const lateClaim = await claimPart(0);
      subject.clock.advance(-dayMs);
      expect(await subject.jobParts.stale(job)).toMatchObject([{ part: 0, attempts: 1 }]);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 2 });
      expect(await subject.jobParts.release(lateClaim, 'too late')).toBe(false);
    });

    it('a running part is released when its job is resumed', async () => {
      await claimPart(0);
      subject.clock.advance(-dayMs);
      expect(await subject.jobParts.restart(job)).toEqual([key(0)]);
    });

    it('a waiting part is found stale once', async () => {
      subject.clock.advance(-dayMs);
      expect(await subject.jobParts.stale(job)).toMatchObject([{ part: 0 }]);
      expect(await subject.jobParts.stale(job)).toEqual([]);
    });

    it('a parked part stops waiting, and the tally reports no wait', async () => {
      await subject.jobParts.park(await claimPart(0), subject.clock.now() + 3_600_000, 'the host is busy');
      subject.clock.advance(-dayMs);
      expect((await subject.jobParts.tally(job))[0]?.waiting).toBeUndefined();
      expect(await subject.jobParts.stale(job)).toMatchObject([{ part: 0 }]);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 1 });
    });

    it('a live worker renews its lease with the new time', async () => {
      const alive = await claimPart(0);
      subject.clock.advance(-dayMs);
      await subject.jobParts.renew(alive, {});
      expect(await subject.jobParts.stale(job)).toEqual([]);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
    });
  });

  describe('claiming', () => {
    it('returns a part with its input to only one worker', async () => {
      await subject.jobParts.add(job, 'parse', parts(2));
      const claims = await Promise.all([subject.jobParts.claim(key(0)), subject.jobParts.claim(key(0))]);
      expect(claims.filter((claim) => claim !== undefined)).toEqual([
        { part: 0, attempts: 1, claim: 1, input: { at: 0 } },
      ]);
      expect(await subject.jobParts.claim(key(1))).toMatchObject({ part: 1, input: { at: 1 } });
    });

    it('returns nothing for an unknown part', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      expect(await subject.jobParts.claim(key(7))).toBeUndefined();
      expect(await subject.jobParts.claim(key(0, 'index'))).toBeUndefined();
      expect(await subject.jobParts.claim({ ...key(0), job: 'job-2' })).toBeUndefined();
    });

    it('returns a part again after its lease expired, and counts the attempt', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 2 });
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
    });

    it('leaves the part with a worker that renews its lease', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      const ownLease = await claimPart(0);
      for (let seconds = 0; seconds < 60; seconds += 5) {
        subject.clock.advance(5_000);
        await subject.jobParts.renew(ownLease, { files: seconds });
        expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      }
      expect(await subject.jobParts.tally(job)).toMatchObject([{ stage: 'parse', counts: { files: 55 } }]);
    });

    it('leaves the part with its worker if the clock is set back within the allowed skew', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await claimPart(0);
      subject.clock.advance(-1);
      expect(await subject.jobParts.stale(job)).toEqual([]);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.restart(job)).toEqual([]);
      subject.clock.advance(-maxClockSkewMs);
      expect(await subject.jobParts.claim(key(0))).toBeDefined();
    });

    it('returns a released part at once, as another attempt', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      expect(await subject.jobParts.release(await claimPart(0), 'storage was away')).toBe(true);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 2 });
    });

    it('is over when the worker with the current lease completes the part', async () => {
      await subject.jobParts.add(job, 'embed', parts(1));
      const lateClaim = await claimPart(0, 'embed');
      subject.clock.advance(longerThanLeaseMs);
      const ownLease = await claimPart(0, 'embed');
      await expect(subject.jobParts.finish(lateClaim, { chunks: 1 })).rejects.toThrow();
      await subject.jobParts.finish(ownLease, { chunks: 7 });
      await expect(subject.jobParts.finish(ownLease, { chunks: 8 })).rejects.toThrow();
      expect(await subject.jobParts.claim(key(0, 'embed'))).toBeUndefined();
      expect(await subject.jobParts.tally(job)).toMatchObject([
        { stage: 'embed', done: 1, total: 1, counts: { chunks: 7 } },
      ]);
      await subject.jobParts.remove(job);
      await expect(subject.jobParts.finish(ownLease, {})).rejects.toThrow();
    });

    it('never returns a completed part', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      const ownLease = await claimPart(0);
      await subject.finish(ownLease);
      expect(await subject.jobParts.release(ownLease, 'too late')).toBe(false);
      await subject.jobParts.renew(ownLease, { files: 9 });
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.stale(job)).toEqual([]);
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 1, total: 1, counts: { files: 0 } }]);
    });
  });

  describe('a worker that lost its part to another worker', () => {
    let [late, current]: PartLease[] = [];
    const [lateLease, currentLease] = [() => late ?? expect.fail(), () => current ?? expect.fail()];
    beforeEach(async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      late = await claimPart(0);
      subject.clock.advance(longerThanLeaseMs);
      current = await claimPart(0);
    });

    it('cannot release it', async () => {
      expect(await subject.jobParts.release(lateLease(), 'too late')).toBe(false);
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.release(currentLease(), 'in time')).toBe(true);
    });

    it('cannot complete it', async () => {
      await subject.finish(lateLease());
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 0 }]);
      await subject.finish(currentLease());
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 1 }]);
    });

    it('cannot renew it or report progress', async () => {
      subject.clock.advance(longerThanLeaseMs);
      await subject.jobParts.renew(lateLease(), { files: 7 });
      expect(await subject.jobParts.tally(job)).toMatchObject([{ counts: { files: 0 } }]);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 3, claim: 3 });
    });

    it('can release it after its lease expired, if no other worker has claimed it', async () => {
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.release(currentLease(), 'slow, and first')).toBe(true);
    });

    it('cannot release it after its attempts were reset', async () => {
      await subject.jobParts.release(currentLease(), 'once more');
      await subject.jobParts.restart(job);
      const next = await claimPart(0);
      expect(await subject.jobParts.release(lateLease(), 'too late')).toBe(false);
      expect(await subject.jobParts.release(currentLease(), 'too late')).toBe(false);
      expect(await subject.jobParts.release(next, 'its own')).toBe(true);
    });
  });

  describe('a restart', () => {
    it('resets the attempts of unfinished parts, and leaves completed parts alone', async () => {
      await subject.jobParts.add(job, 'fetch', parts(1));
      await subject.jobParts.add(job, 'parse', parts(3));
      await subject.finish(await claimPart(0, 'fetch'));
      await subject.finish(await claimPart(1));
      for (let time = 0; time < 5; time += 1) await subject.jobParts.release(await claimPart(0), 'broken');
      expect(await subject.jobParts.restart(job)).toEqual([key(0), key(2)]);
      expect(await subject.jobParts.claim(key(0))).toMatchObject({ attempts: 1, claim: 6, input: { at: 0 } });
      expect(await subject.jobParts.claim(key(1))).toBeUndefined();
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 1 }, { done: 1, total: 3 }]);
    });

    it('releases the part of a dead worker, but not of a live one', async () => {
      await subject.jobParts.add(job, 'parse', parts(2));
      const dead = await claimPart(0);
      subject.clock.advance(longerThanLeaseMs);
      const alive = await claimPart(1);
      expect(await subject.jobParts.restart(job)).toEqual([key(0)]);
      expect(await subject.jobParts.release(dead, 'too late')).toBe(false);
      expect(await subject.jobParts.claim(key(1))).toBeUndefined();
      await subject.finish(alive);
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 1 }]);
    });

    it('is idempotent, and affects only one job', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.add({ ...job, id: 'job-2' }, 'parse', parts(1));
      await Promise.all([subject.jobParts.restart(job), subject.jobParts.restart(job)]);
      const ownLease = await claimPart(0);
      expect(await subject.jobParts.restart(job)).toEqual([]);
      await subject.finish(ownLease);
      expect(await subject.jobParts.restart(job)).toEqual([]);
      expect(await subject.jobParts.restart({ ...job, id: 'job-3' })).toEqual([]);
    });

    it('reports a waiting part as stale if its message is lost', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.release(await claimPart(0), 'broken');
      await subject.jobParts.restart(job);
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.stale(job)).toEqual([{ ...key(0), attempts: 0, error: undefined }]);
    });
  });

  describe('adding', () => {
    it('does not change existing parts', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.claim(key(0));
      await subject.jobParts.add(job, 'parse', parts(3));
      expect(await subject.jobParts.claim(key(0))).toBeUndefined();
      expect(await subject.jobParts.tally(job)).toMatchObject([{ done: 0, total: 3 }]);
    });

    it('accepts as many parts as a large repository needs', async () => {
      const many = Array.from({ length: 5_000 }, (_, part) => ({ part, input: { pack: 'é'.repeat(200) } }));
      await subject.jobParts.add(job, 'index', many);
      expect(await subject.jobParts.tally(job)).toMatchObject([{ stage: 'index', total: 5_000 }]);
      expect(await subject.jobParts.claim(key(4_999, 'index'))).toMatchObject({
        input: { pack: 'é'.repeat(200) },
      });
    });
  });

  describe('stale parts', () => {
    it('do not exist while messages are pending and workers are alive', async () => {
      await subject.jobParts.add(job, 'parse', parts(2));
      await subject.jobParts.claim(key(0));
      subject.clock.advance(5_000);
      expect(await subject.jobParts.stale(job)).toEqual([]);
    });

    it('are parts with a dead worker or a lost message', async () => {
      await subject.jobParts.add(job, 'parse', parts(3));
      await subject.jobParts.claim(key(0));
      await subject.jobParts.release(await claimPart(1), 'storage was away');
      subject.clock.advance(longerThanLeaseMs);
      const stale = await subject.jobParts.stale(job);
      expect(stale.toSorted((a, b) => a.part - b.part)).toEqual([
        { ...key(0), attempts: 1, error: undefined },
        { ...key(1), attempts: 1, error: 'storage was away' },
        { ...key(2), attempts: 0, error: undefined },
      ]);
    });

    it('are returned once, and again only after their message had time to arrive', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.stale(job)).toHaveLength(1);
      subject.clock.advance(3_000);
      expect(await subject.jobParts.stale(job)).toEqual([]);
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.stale(job)).toHaveLength(1);
    });

    it('belong to one job', async () => {
      await subject.jobParts.add(job, 'parse', parts(1));
      await subject.jobParts.add({ ...job, id: 'job-2' }, 'parse', parts(1));
      subject.clock.advance(longerThanLeaseMs);
      expect(await subject.jobParts.stale(job)).toMatchObject([{ job: job.id }]);
    });
  });

  it('tallies stages in order, with the times when each began and ended', async () => {
    await subject.jobParts.add(job, 'publish', parts(1));
    await subject.jobParts.add(job, 'fetch', parts(1));
    const fetching = await claimPart(0, 'fetch');
    const startedAt = subject.clock.now();
    subject.clock.advance(700);
    await subject.finish(fetching);
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

  it('removes the parts of one job only', async () => {
    await subject.jobParts.add(job, 'parse', parts(2));
    await subject.jobParts.add({ ...job, id: 'job-2' }, 'parse', parts(1));
    await subject.jobParts.remove(job);
    expect(await subject.jobParts.tally(job)).toEqual([]);
    expect(await subject.jobParts.tally({ ...job, id: 'job-2' })).toMatchObject([{ total: 1 }]);
  });
}
