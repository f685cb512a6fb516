/** Computes percentiles, reads the processor time of a server, and measures the speed of this machine. */

import { readFileSync } from 'node:fs';
import type { LocalServer } from '../../clients/cli/local-server/start-local-server.ts';

/** Returns the percentile by nearest rank, rounded to a tenth. @param fraction 0 to 1 */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const rank = Math.max(1, Math.ceil(fraction * sorted.length));
  return Math.round((sorted[rank - 1] ?? Number.NaN) * 10) / 10;
}

/** `/proc` reports processor time in ticks of a hundredth of a second (proc(5), `USER_HZ`). */
const msPerTick = 10;
/** Positions of user and system time after the process name in parentheses, which may contain spaces. */
const [userTicks, systemTicks] = [11, 12];

/**
 * Returns the processor time in milliseconds that all threads of the server's workerd processes have used so far. On a shared machine it shows
 * what a search costs, while elapsed time also depends on other programs. Linux only, since it reads `/proc`.
 */
export function readProcessorTime(server: Pick<LocalServer, 'workerdPids'>): number {
  return server.workerdPids().reduce((sum, pid) => sum + readTicks(pid), 0) * msPerTick;
}

function readTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[userTicks] ?? 0) + Number(fields[systemTicks] ?? 0);
}

const rounds = 50_000_000;
/** Number of runs, of which the median is returned. */
const runs = 3;

/**
 * Times one fixed loop over whole numbers, in milliseconds. The speed of a shared machine can change several times over within a minute,
 * so report this figure with every duration.
 */
export function timeFixedLoop(): number {
  const times = Array.from({ length: runs }, timeLoop).sort((left, right) => left - right);
  return Math.round(times[Math.floor(runs / 2)] ?? 0);
}

function timeLoop(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum = (Math.imul(sum, 31) + round) | 0;
  // Uses the result, since a compiler may remove a loop whose result is unused.
  if (sum === 1.5) throw new Error('The sum is not an integer.');
  return performance.now() - startedAt;
}
