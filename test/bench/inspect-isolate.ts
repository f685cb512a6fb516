/**
 * An isolate of a server's workerd process, through the inspector that workerd opens on a loopback port of its own choice. Linux only:
 * the port is read from `/proc`.
 */

import { listeningPorts } from '../support/listening-ports.ts';
import { ConnectionEnded, openConnection, type InspectorConnection } from './inspector-connection.ts';
import { readSnapshot, type LiveHeap } from './read-heap-snapshot.ts';

/** Bytes, as V8 counts them (https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#method-getHeapUsage). */
export interface HeapUsage {
  /** Objects of the JavaScript heap, live or not collected yet. */
  readonly usedSize: number;
  /** Memory that V8 holds for the JavaScript heap. */
  readonly totalSize: number;
  /** Array buffers, which include the memories of WebAssembly. */
  readonly backingStorageSize: number;
}

export interface IsolateInspector {
  /** The name that workerd gives the Worker, such as `core:user:wherefore`. */
  readonly name: string;
  /** Waits while the isolate computes: it answers between two tasks. @throws Error when the connection ends. */
  heapUsage(): Promise<HeapUsage>;
  /**
   * Sizes of what is alive. A heap snapshot is the one command that workerd answers after it has collected garbage
   * (`HeapProfiler.collectGarbage` never answers); it stops the isolate for some seconds.
   */
  liveHeap(): Promise<LiveHeap>;
  close(): void;
}

/** Connects to an isolate of a process. @throws Error when no port of the process is an inspector that knows it. */
export async function inspectIsolate(pid: number, name: string): Promise<IsolateInspector> {
  for (const port of listeningPorts(pid)) {
    const target = (await targetsAt(port)).find(({ id }) => id === name);
    if (target !== undefined) return connect(name, target.webSocketDebuggerUrl);
  }
  throw new Error(`No port of process ${pid} is an inspector of the isolate ${name}.`);
}

interface Target {
  readonly id: string;
  readonly webSocketDebuggerUrl: string;
}

const answerTimeoutMs = 5_000;

async function targetsAt(port: number): Promise<readonly Target[]> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const body: unknown = await response.json();
    return Array.isArray(body) ? body.filter(isTarget) : [];
  } catch {
    return [];
  }
}

function isTarget(value: unknown): value is Target {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'webSocketDebuggerUrl' in value &&
    typeof value.webSocketDebuggerUrl === 'string'
  );
}

/** Wrangler follows the isolate's log through the same inspector, and workerd ends a connection in favour of another. */
const maxAttempts = 20;
const attemptPauseMs = 250;

async function connect(name: string, url: string): Promise<IsolateInspector> {
  let connection = await openConnection(name, url);
  const withRetries = async <T>(use: (connection: InspectorConnection) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await use(connection);
      } catch (thrown) {
        if (!(thrown instanceof ConnectionEnded) || attempt === maxAttempts) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, attemptPauseMs));
        connection = await openConnection(name, url);
      }
    }
  };
  return {
    name,
    heapUsage: () =>
      withRetries(async (inspector) => readUsage(await inspector.send('Runtime.getHeapUsage'))),
    liveHeap: () => withRetries(readLiveHeap),
    close: () => connection.close(),
  };
}

async function readLiveHeap(connection: InspectorConnection): Promise<LiveHeap> {
  const chunks: string[] = [];
  const stop = connection.listen('HeapProfiler.addHeapSnapshotChunk', (parameters) =>
    chunks.push(snapshotChunk(parameters)),
  );
  try {
    await connection.send('HeapProfiler.takeHeapSnapshot');
  } finally {
    stop();
  }
  return readSnapshot(chunks.join(''));
}

function snapshotChunk(parameters: unknown): string {
  const hasChunk = typeof parameters === 'object' && parameters !== null && 'chunk' in parameters;
  return hasChunk ? String(parameters.chunk) : '';
}

function readUsage(result: unknown): HeapUsage {
  const sizes: Readonly<Record<string, unknown>> =
    typeof result === 'object' && result !== null ? { ...result } : {};
  const size = (name: keyof HeapUsage): number => Number(sizes[name] ?? 0);
  return {
    usedSize: size('usedSize'),
    totalSize: size('totalSize'),
    backingStorageSize: size('backingStorageSize'),
  };
}
