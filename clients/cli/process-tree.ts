/** Processes below one of ours, read from `/proc`: Linux only, elsewhere nothing is found. */

import { readdirSync, readFileSync } from 'node:fs';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** The group it belongs to, named by the process that leads it. */
  readonly group: number;
  /** The program and its arguments. */
  readonly command: readonly string[];
}

/** Every living process whose ancestor is `pid`; the dead that nobody has waited for are left out. */
export function descendantsOf(pid: number): ProcessFacts[] {
  const all = listProcesses();
  const below = (parent: number): ProcessFacts[] =>
    all.filter((process) => process.parent === parent).flatMap((process) => [process, ...below(process.pid)]);
  return below(pid);
}

/** Whether any process of a group is alive. */
export function isGroupRunning(group: number): boolean {
  return listProcesses().some((process) => process.group === group);
}

/** Resident memory in bytes: now, and the most it ever was. Undefined when there is no such process. */
export function residentMemory(pid: number): { now: number; peak: number } | undefined {
  const status = readIfThere(`/proc/${pid}/status`);
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]);
  const now = kibibytes('VmRSS') * 1024;
  const peak = kibibytes('VmHWM') * 1024;
  return Number.isNaN(now) ? undefined : { now, peak: Number.isNaN(peak) ? now : peak };
}

function listProcesses(): ProcessFacts[] {
  const pids = readFolder('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => factsOf(Number(name)) ?? []);
}

function factsOf(pid: number): ProcessFacts | undefined {
  // `pid (name) state parent group …`, where the name may hold anything.
  const stat = readIfThere(`/proc/${pid}/stat`);
  const [state, parent, group] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  if (parent === undefined || group === undefined || state === 'Z') return undefined;
  const command = (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== '');
  return { pid, parent: Number(parent), group: Number(group), command };
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
