/** Contract of every store of limits: exact counts, leases that return what they held, and reservations for all subjects or none. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Limits, UsageReservation } from '../../worker/ports/access/limits.ts';

interface OpenedLimits {
  readonly limits: Limits;
  /** Moves the clock of the limits; negative sets it back. */
  readonly advance: (ms: number) => void;
  readonly setTime: (time: number) => void;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const leaseMs = 600_000;
/** 10:00:20 UTC. */
const start = Date.UTC(2026, 10, 28, 10, 0, 20);

export function limitsContract(open: () => Promise<OpenedLimits>): void {
  let limits: Limits;
  let advance: (ms: number) => void;
  let setTime: (time: number) => void;
  beforeEach(async () => {
    ({ limits, advance, setTime } = await open());
    setTime(start);
  });
  const spend = (amounts: object, own: object, account = 'anna') =>
    limits.reserve(account, { subjects: [{ name: 'account', limits: own }], spend: amounts });
  const hold = (amounts: object, own: object) =>
    limits.reserve('anna', { subjects: [{ name: 'account', limits: own }], hold: amounts, leaseMs });
  const standing = async (measure: string, own: object) =>
    (await limits.read('anna', { name: 'account', limits: own })).standings.find(
      (found) => found.measure === measure,
    );

  describe.each([
    ['requests', Date.UTC(2026, 10, 28, 10, 1)],
    ['questions', Date.UTC(2026, 10, 29)],
    ['tokens', Date.UTC(2026, 11, 1)],
    ['lines', Date.UTC(2026, 10, 29)],
    ['repositories', Date.UTC(2026, 10, 29)],
    ['microdollars', Date.UTC(2026, 10, 29)],
  ] as const)('%s', (measure, resetsAt) => {
    const own = { [measure]: 10 };

    it('are granted up to the limit until the window ends', async () => {
      const first = await spend({ [measure]: 4 }, own);
      expect(first).toEqual({
        isGranted: true,
        id: undefined,
        standings: [{ measure, limit: 10, used: 4, left: 6, resetsAt }],
      });
      expect(await spend({ [measure]: 6 }, own)).toMatchObject({ isGranted: true });
      const exceeded = { measure, limit: 10, used: 10, left: 0, resetsAt };
      expect(await spend({ [measure]: 1 }, own)).toEqual({
        isGranted: false,
        exceeded,
        subject: 'account',
        standings: [exceeded],
      });
      setTime(resetsAt - 1);
      expect(await spend({ [measure]: 1 }, own)).toMatchObject({ isGranted: false });
      setTime(resetsAt);
      expect(await spend({ [measure]: 10 }, own)).toMatchObject({ isGranted: true });
    });

    it('are not exceeded by concurrent calls', async () => {
      const calls = await Promise.all(Array.from({ length: 40 }, () => spend({ [measure]: 1 }, own)));
      expect(calls.filter(({ isGranted }) => isGranted).length).toBe(10);
    });

    it('count at their maximum until they are settled', async () => {
      const id = grantedId(await hold({ [measure]: 8 }, own));
      expect(await spend({ [measure]: 3 }, own)).toMatchObject({ isGranted: false });
      await limits.settle('anna', id, { [measure]: 2 });
      expect(await standing(measure, own)).toMatchObject({ used: 2, left: 8 });
    });

    it('return when they are released', async () => {
      await limits.settle('anna', grantedId(await hold({ [measure]: 10 }, own)), {});
      expect(await standing(measure, own)).toMatchObject({ used: 0 });
    });
  });

  it('grants what fits and refuses nothing while something is left', async () => {
    const own = { questions: 5 };
    expect(await spend({ questions: 6 }, own)).toMatchObject({ isGranted: false });
    expect(await spend({ questions: 5 }, own)).toMatchObject({ isGranted: true });
  });

  it('returns what an interrupted call held when its lease ends', async () => {
    const own = { questions: 1 };
    await hold({ questions: 1 }, own);
    advance(leaseMs - 1);
    expect(await hold({ questions: 1 }, own)).toMatchObject({ isGranted: false });
    advance(1);
    expect(await hold({ questions: 1 }, own)).toMatchObject({ isGranted: true });
  });

  it('counts work that ended after its lease, once', async () => {
    const own = { questions: 5 };
    const id = grantedId(await hold({ questions: 1 }, own));
    advance(leaseMs + 1);
    await limits.settle('anna', id, { questions: 1 });
    await limits.settle('anna', id, { questions: 1 });
    expect(await standing('questions', own)).toMatchObject({ used: 1 });
  });

  it('counts use in the windows of the reservation', async () => {
    const own = { questions: 5 };
    setTime(Date.UTC(2026, 10, 28, 23, 59, 59));
    const id = grantedId(await hold({ questions: 1 }, own));
    advance(2_000);
    expect(await standing('questions', own)).toMatchObject({ used: 0 });
    await limits.settle('anna', id, { questions: 1, tokens: 30 });
    expect((await limits.read('anna', { name: 'account', limits: own })).days).toEqual([
      { startsAt: Date.UTC(2026, 10, 28), amounts: { questions: 1, tokens: 30 } },
    ]);
  });

  it('counts several measures in one step, or none of them', async () => {
    const own = { requests: 9, questions: 1 };
    expect(await spend({ requests: 1, questions: 1 }, own)).toMatchObject({ isGranted: true });
    expect(await spend({ requests: 1, questions: 1 }, own)).toMatchObject({
      isGranted: false,
      exceeded: { measure: 'questions' },
    });
    expect(await standing('requests', own)).toMatchObject({ used: 1 });
  });

  it('does not refuse a measure that is not requested', async () => {
    const own = { requests: 9, questions: 1 };
    await spend({ questions: 1 }, own);
    expect(await spend({ requests: 1 }, own)).toMatchObject({ isGranted: true });
  });

  it('reserves for all subjects of an account or for none', async () => {
    const subjects = [
      { name: 'key:a', limits: { questions: 3 } },
      { name: 'account', limits: { questions: 2 } },
    ];
    const ask = () => limits.reserve('anna', { subjects, hold: { questions: 1 }, leaseMs });
    expect(await ask()).toMatchObject({ isGranted: true, standings: [{ limit: 2, left: 1 }] });
    const id = grantedId(await ask());
    expect(await ask()).toMatchObject({ isGranted: false, subject: 'account' });
    await limits.settle('anna', id, { questions: 1 });
    for (const [name, used] of [
      ['key:a', 2],
      ['account', 2],
    ] as const) {
      const usage = await limits.read('anna', { name, limits: { questions: 9 } });
      expect(usage.standings).toMatchObject([{ used }]);
    }
    expect(await spend({ questions: 1 }, { questions: 9 })).toMatchObject({ isGranted: true });
  });

  it('separates accounts', async () => {
    await spend({ questions: 1 }, { questions: 1 });
    expect(await spend({ questions: 1 }, { questions: 1 }, 'ben')).toMatchObject({ isGranted: true });
  });

  it('finds the same minute again after the clock is set back', async () => {
    const own = { requests: 2 };
    await spend({ requests: 1 }, own);
    advance(5 * minuteMs);
    await spend({ requests: 2 }, own);
    advance(-5 * minuteMs);
    expect(await spend({ requests: 1 }, own)).toMatchObject({ isGranted: true });
    expect(await spend({ requests: 1 }, own)).toMatchObject({ isGranted: false });
  });

  it('does not hold anything longer than its lease after the clock is set back', async () => {
    const own = { questions: 1 };
    advance(1_000_000);
    await hold({ questions: 1 }, own);
    advance(-1_000_000);
    expect(await hold({ questions: 1 }, own)).toMatchObject({ isGranted: true });
  });

  it('keeps requests of past minutes in the use of their day', async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      await spend({ requests: 3 }, { requests: 3 });
      advance(minuteMs);
    }
    const { days } = await limits.read('anna', { name: 'account', limits: {} });
    expect(days).toEqual([{ startsAt: Date.UTC(2026, 10, 28), amounts: { requests: 90 } }]);
  });

  it('forgets days after three months', async () => {
    await spend({ questions: 1 }, {});
    advance(93 * dayMs);
    await spend({ questions: 2 }, {});
    const { days } = await limits.read('anna', { name: 'account', limits: {} });
    expect(days.map(({ amounts }) => amounts)).toEqual([{ questions: 2 }]);
  });

  it('forgets a removed subject or account', async () => {
    const subjects = [
      { name: 'key:a', limits: {} },
      { name: 'account', limits: {} },
    ];
    const days = async (name: string) => (await limits.read('anna', { name, limits: {} })).days.length;
    await limits.reserve('anna', { subjects, spend: { questions: 1 } });
    await limits.remove('anna', 'key:a');
    expect([await days('key:a'), await days('account')]).toEqual([0, 1]);
    await limits.remove('anna');
    expect(await days('account')).toBe(0);
    expect(await spend({ questions: 1 }, { questions: 1 })).toMatchObject({ isGranted: true });
  });
}

function grantedId(reservation: UsageReservation): string {
  if (!reservation.isGranted || reservation.id === undefined) throw new Error('Nothing is held.');
  return reservation.id;
}
