/** Finds and ends processes that the CLI started. It reads `/proc`, so it finds none outside Linux. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Its process group, identified by the leader's pid. */
  readonly group: number;
  /** The program and its arguments. */
  readonly command: readonly string[];
}

/** Lists every running descendant of `pid`, except zombies. */
export function listDescendants(pid: number): ProcessFacts[] {
  const all = listProcesses();
  const listBelow = (parent: number): ProcessFacts[] =>
    all
      .filter((process) => process.parent === parent)
      .flatMap((process) => [process, ...listBelow(process.pid)]);
  return listBelow(pid);
}

/** Whether any process of a group is running. */
function isGroupRunning(group: number): boolean {
  return listProcesses().some((process) => process.group === group);
}

/** Reads the current and peak resident memory in bytes; undefined when there is no such process. */
export function readResidentMemory(pid: number): { now: number; peak: number } | undefined {
  const status = readIfExists(`/proc/${pid}/status`);
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]);
  const now = kibibytes('VmRSS') * 1024;
  const peak = kibibytes('VmHWM') * 1024;
  return Number.isNaN(now) ? undefined : { now, peak: Number.isNaN(peak) ? now : peak };
}

function listProcesses(): ProcessFacts[] {
  const pids = readFolder('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => readProcess(Number(name)) ?? []);
}

function readProcess(pid: number): ProcessFacts | undefined {
  // `pid (name) state parent group …`; the name may contain any character.
  const stat = readIfExists(`/proc/${pid}/stat`);
  const [state, parent, group] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  if (parent === undefined || group === undefined || state === 'Z') return undefined;
  const command = (readIfExists(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== '');
  return { pid, parent: Number(parent), group: Number(group), command };
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** How long a process may take to end after SIGINT. */
const gracefulTimeoutMs = 5_000;
const pollIntervalMs = 20;

/**
 * Ends a process group. With `SIGINT`, it asks the leader to exit, and kills the group when the leader has ended or after
 * five seconds. With `SIGKILL`, it kills the group at once. When the promise resolves, no process of the group remains.
 */
export async function endProcessGroup(leader: {
  pid: number;
  ended: Promise<void>;
  signal: 'SIGINT' | 'SIGKILL';
}): Promise<void> {
  const { pid, ended, signal } = leader;
  if (signal === 'SIGINT') {
    sendSignal(pid, signal);
    await Promise.race([ended, sleep(gracefulTimeoutMs, undefined, { ref: false })]);
  }
  sendSignal(-pid, 'SIGKILL');
  await ended;
  while (isGroupRunning(pid)) await sleep(pollIntervalMs);
}

/** Ignores a process that has already ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}
