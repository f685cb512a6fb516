/**
 * Samples the memory of the Worker's isolate through the inspector while a function runs. The inspector responds between two tasks of the isolate,
 * so a long task delays a sample; the result includes the longest delay. The resident memory that `watchMemory` samples is the upper bound during
 * a task.
 */

import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { inspectIsolate, type HeapUsage, type IsolateInspector } from './inspect-isolate.ts';
import type { LiveHeap } from './read-heap-snapshot.ts';

/** Megabytes of 2^20 bytes. */
export interface IsolateMemory {
  /** JavaScript heap with garbage that V8 has not collected yet. */
  readonly peakHeapMb: number;
  /** Array buffers without the memories of WebAssembly, garbage included. */
  readonly peakBuffersMb: number;
  /** Sum of both at the same moment. */
  readonly peakMb: number;
  readonly samples: number;
  /** The longest time that a sample waited for the isolate. */
  readonly longestWaitMs: number;
}

const isolateName = 'core:user:wherefore';
const sampleIntervalMs = 250;
const bytesPerMb = 1024 * 1024;

export async function watchIsolate<T>(
  server: LocalServer,
  run: () => Promise<T>,
): Promise<{ result: T; isolate: IsolateMemory }> {
  const inspector = await inspectIsolate(server.workerdPid() ?? 0, isolateName);
  try {
    const sampling = startSampling(inspector);
    const result = await run().finally(sampling.stop);
    const { usages, longestWaitMs } = await sampling.result;
    const peak = (size: (usage: HeapUsage) => number): number => megabytes(Math.max(...usages.map(size)));
    return {
      result,
      isolate: {
        peakHeapMb: peak(({ usedSize }) => usedSize),
        peakBuffersMb: peak(({ backingStorageSize }) => backingStorageSize),
        peakMb: peak(({ usedSize, backingStorageSize }) => usedSize + backingStorageSize),
        samples: usages.length,
        longestWaitMs,
      },
    };
  } finally {
    inspector.close();
  }
}

/** Returns the sizes of live objects after garbage collection. The heap snapshot itself needs memory, so take it after all measurements. */
export async function readLiveHeap(server: LocalServer): Promise<Readonly<Record<keyof LiveHeap, number>>> {
  const inspector = await inspectIsolate(server.workerdPid() ?? 0, isolateName);
  try {
    const live = await inspector.liveHeap();
    return {
      heap: megabytes(live.heap),
      code: megabytes(live.code),
      strings: megabytes(live.strings),
      arrayBuffers: megabytes(live.arrayBuffers),
      largestArrayBuffer: megabytes(live.largestArrayBuffer),
      wasmModules: megabytes(live.wasmModules),
    };
  } finally {
    inspector.close();
  }
}

function startSampling(inspector: IsolateInspector) {
  const stopping = new AbortController();
  const sample = async () => {
    const usages: HeapUsage[] = [];
    let longestWaitMs = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      usages.push(await inspector.heapUsage());
      const waitedMs = performance.now() - startedAt;
      longestWaitMs = Math.max(longestWaitMs, Math.round(waitedMs));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, sampleIntervalMs - waitedMs)));
    }
    return { usages, longestWaitMs };
  };
  const result = sample();
  // A failure is reported where `result` is awaited, after the run.
  result.catch(() => undefined);
  return { stop: () => stopping.abort(), result };
}

function megabytes(bytes: number): number {
  return Math.round((bytes / bytesPerMb) * 10) / 10;
}
