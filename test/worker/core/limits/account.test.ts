/** Tests accounts with the contract of limits, and any interleaving of calls against a model that replays the whole history. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../../worker/core/limits/account.ts';
import { findWindow, periods, type Amounts, type Measure } from '../../../../worker/core/limits/measures.ts';
import { limitsContract } from '../../../contracts/limits.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';

limitsContract(async () => {
  const clock = createManualClock();
  const { advance } = clock;
  return {
    limits: createMemoryLimits(clock),
    advance,
    setTime: (time) => advance(time - clock.now()),
  };
});

const leaseMs = 600_000;
const start = Date.UTC(2026, 10, 30, 23, 40);
const subjects = [
  { name: 'key', limits: { requests: 4, questions: 5, tokens: 60 } },
  { name: 'account', limits: { requests: 6, questions: 8, tokens: 90, microdollars: 7 } },
];

interface ModelEntry {
  readonly names: readonly string[];
  readonly at: number;
  readonly amounts: Amounts;
}

interface ModelHold extends ModelEntry {
  readonly id: string;
}

function isInWindow(measure: Measure, at: number, now: number): boolean {
  const { startsAt, endsAt } = findWindow(periods[measure], now);
  return at >= startsAt && at < endsAt;
}

/** Replays everything that was granted and settled; it never removes or sums anything early. */
function createModel() {
  const entries: ModelEntry[] = [];
  const holds: ModelHold[] = [];
  const used = (name: string, measure: Measure, now: number): number => {
    const live = holds.filter(({ at }) => now < at + leaseMs && at <= now + 60_000);
    return [...entries, ...live]
      .filter(({ names, at }) => names.includes(name) && isInWindow(measure, at, now))
      .reduce((sum, { amounts }) => sum + (amounts[measure] ?? 0), 0);
  };
  return { entries, holds, used };
}

const amounts = fc.record(
  {
    requests: fc.integer({ min: 1, max: 3 }),
    questions: fc.integer({ min: 1, max: 2 }),
    tokens: fc.integer({ min: 1, max: 30 }),
    microdollars: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ type: fc.constant('reserve' as const), spend: amounts, hold: amounts, both: fc.boolean() }),
  fc.record({ type: fc.constant('settle' as const), which: fc.nat(), used: amounts }),
  fc.record({ type: fc.constant('restart' as const) }),
  fc.record({ type: fc.constant('move' as const), ms: fc.integer({ min: -400_000, max: 900_000 }) }),
);

describe('any interleaving', () => {
  it('grants exactly what the model grants', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = createModel();
        // What a restart reads back: every change, in order.
        const stored: Parameters<typeof account.apply>[0][] = [];
        let account = createAccount();
        let now = start;
        let latest = start;
        const store = (changes: (typeof stored)[number]): void => {
          stored.push(changes);
          account.apply(changes);
        };
        for (const [index, action] of steps.entries()) {
          if (action.type === 'move') {
            // Counts of a minute remain separate for ten minutes.
            now = Math.max(now + action.ms, latest - 9 * 60_000);
            latest = Math.max(latest, now);
          } else if (action.type === 'restart') {
            account = createAccount();
            for (const changes of stored) account.apply(changes);
          } else if (action.type === 'settle') {
            const hold = model.holds.splice(action.which % (model.holds.length + 1), 1)[0];
            if (hold === undefined) continue;
            store(account.settle(hold.id, action.used));
            model.entries.push({ ...hold, amounts: action.used });
          } else {
            const chosen = action.both ? subjects : subjects.slice(1);
            const id = String(index);
            const { spend, hold }: { readonly spend: Amounts; readonly hold: Amounts } = action;
            const { reservation, changes } = account.reserve(
              { subjects: chosen, spend, hold, leaseMs },
              { id, now },
            );
            const fits = chosen.every(({ name, limits }) =>
              (Object.entries(limits) as [Measure, number][]).every(([measure, limit]) => {
                const needed = (spend[measure] ?? 0) + (hold[measure] ?? 0);
                return needed === 0 || model.used(name, measure, now) + needed <= limit;
              }),
            );
            expect(reservation.isGranted).toBe(fits);
            store(changes);
            if (!fits) continue;
            const names = chosen.map(({ name }) => name);
            model.entries.push({ names, at: now, amounts: spend });
            model.holds.push({ names, at: now, amounts: hold, id });
          }
          for (const subject of subjects)
            for (const { measure, used } of account.read(subject, now).standings)
              expect([measure, used]).toEqual([measure, model.used(subject.name, measure, now)]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
