/** Ends a process we started as the leader of a group, and with it every process of the group. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isGroupRunning } from './process-tree.ts';

/** How long a process may take to end when it is asked to. */
const gentleTimeoutMs = 5_000;
const askIntervalMs = 20;

/**
 * `SIGINT` asks the leader to end by itself, and ends by force what is left of the group after five seconds; `SIGKILL`
 * ends all at once. Nothing of the group runs any more when this settles.
 */
export async function endProcessGroup(leader: {
  pid: number;
  ended: Promise<void>;
  signal: 'SIGINT' | 'SIGKILL';
}): Promise<void> {
  const { pid, ended, signal } = leader;
  if (signal === 'SIGINT') {
    signalOne(pid, signal);
    await Promise.race([ended, sleep(gentleTimeoutMs, undefined, { ref: false })]);
  }
  signalOne(-pid, 'SIGKILL');
  await ended;
  while (isGroupRunning(pid)) await sleep(askIntervalMs);
}

/** A process that is gone already is what was wanted. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}
