/** Resident memory of a server's workerd processes, summed, sampled while something runs. Linux only: `/proc`. */

import type { LocalServer } from '../../clients/cli/local-server.ts';
import { residentMemory } from '../../clients/cli/process-tree.ts';

export interface MemoryUse {
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly afterMb: number;
}

const sampleIntervalMs = 100;
const bytesPerMb = 1024 * 1024;

export async function watchMemory<T>(
  server: LocalServer,
  run: () => Promise<T>,
): Promise<{ result: T; memory: MemoryUse }> {
  const beforeMb = residentMb(server);
  let peakMb = beforeMb;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(server))), sampleIntervalMs);
  try {
    const result = await run();
    const afterMb = residentMb(server);
    return { result, memory: { beforeMb, peakMb: Math.max(peakMb, afterMb), afterMb } };
  } finally {
    clearInterval(timer);
  }
}

function residentMb(server: LocalServer): number {
  const bytes = server.workerdPids().reduce((sum, pid) => sum + (residentMemory(pid)?.now ?? 0), 0);
  return Math.round((bytes / bytesPerMb) * 10) / 10;
}
