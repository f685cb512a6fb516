/** Samples the resident memory of a server's workerd processes while a function runs. Linux only, since it reads `/proc`. */

import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { readResidentMemory } from '../../../clients/cli/local-server/process-tree.ts';

/** Megabytes of 2^20 bytes. */
interface MemoryUse {
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly afterMb: number;
}

export interface ServerMemory {
  /** The process that runs the Worker. */
  readonly worker: MemoryUse;
  /** The Worker's process and the proxy that receives every request. */
  readonly both: MemoryUse;
}

const sampleIntervalMs = 100;
const bytesPerMb = 1024 * 1024;

export async function watchMemory<T>(
  server: LocalServer,
  run: () => Promise<T>,
): Promise<{ result: T; memory: ServerMemory }> {
  const samples = [sample(server)];
  const timer = setInterval(() => samples.push(sample(server)), sampleIntervalMs);
  try {
    const result = await run();
    samples.push(sample(server));
    return {
      result,
      memory: {
        worker: summarize(samples.map((memory) => memory.worker)),
        both: summarize(samples.map((memory) => memory.both)),
      },
    };
  } finally {
    clearInterval(timer);
  }
}

function sample(server: LocalServer): { worker: number; both: number } {
  const worker = server.workerdPid();
  return { worker: residentMb(worker === undefined ? [] : [worker]), both: residentMb(server.workerdPids()) };
}

function residentMb(pids: readonly number[]): number {
  const bytes = pids.reduce((sum, pid) => sum + (readResidentMemory(pid)?.now ?? 0), 0);
  return Math.round((bytes / bytesPerMb) * 10) / 10;
}

function summarize(samples: readonly number[]): MemoryUse {
  return { beforeMb: samples[0] ?? 0, peakMb: Math.max(...samples), afterMb: samples.at(-1) ?? 0 };
}
