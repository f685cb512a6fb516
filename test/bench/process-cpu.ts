/**
 * Time the server's processes have spent computing. On a machine shared with others it tells what a search costs, where the time its
 * asker waits tells what the others left of the machine. Linux only: `/proc`.
 */

import { readFileSync } from 'node:fs';
import type { LocalServer } from '../../clients/cli/local-server.ts';

/** A tick of `/proc`, which every Linux counts in hundredths of a second (proc(5), `USER_HZ`). */
const msPerTick = 10;
/** User and system time, counted after the name in brackets, which may hold spaces. */
const [userTicks, systemTicks] = [11, 12];

/** Milliseconds since the server's workerd processes began, of all their threads. */
export function processCpu(server: Pick<LocalServer, 'workerdPids'>): number {
  return server.workerdPids().reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick;
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[userTicks] ?? 0) + Number(fields[systemTicks] ?? 0);
}
