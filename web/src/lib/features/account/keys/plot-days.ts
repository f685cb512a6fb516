/** Lays out a bar for each of the last days, also for those without use. Pure. */
import type { Usage } from '../../../api.ts';

export type UsageDay = Usage['days'][number];
export type Measure = Exclude<keyof UsageDay, 'day'>;

export interface Bar {
  readonly day: string;
  readonly amount: number;
  /** 0 to 1 of the highest bar. */
  readonly height: number;
}

export interface Plot {
  /** The oldest day first. */
  readonly bars: readonly Bar[];
  readonly highest: number;
  /** The next round number above the highest bar, for the axis. */
  readonly top: number;
}

const dayMs = 86_400_000;

/** @param days those with use, in UTC */
export function plotDays(
  days: readonly UsageDay[],
  {
    measure,
    count,
    now = Date.now(),
  }: { readonly measure: Measure; readonly count: number; readonly now?: number },
): Plot {
  const amounts = new Map(days.map((entry) => [entry.day, entry[measure]]));
  const shown = Array.from({ length: count }, (_, index) => {
    const day = new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { day, amount: amounts.get(day) ?? 0 };
  });
  const highest = Math.max(0, ...shown.map(({ amount }) => amount));
  const top = roundUp(highest);
  return { bars: shown.map((bar) => ({ ...bar, height: bar.amount / top })), highest, top };
}

/** 1, 2, 5, 10, 20, 50 and so on; at least 1. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}
