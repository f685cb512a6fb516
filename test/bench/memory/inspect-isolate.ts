/**
 * Inspects an isolate of a server's workerd process. workerd opens an inspector on a loopback port that it chooses; this module finds the port in
 * `/proc`, so it runs on Linux only. Commands, results and events: https://chromedevtools.github.io/devtools-protocol/.
 */

import { findListeningPorts } from '../../support/server/listening-ports.ts';
import { readSnapshot, type LiveHeap } from './read-heap-snapshot.ts';

/** Sizes in bytes, as V8 reports them (https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#method-getHeapUsage). */
export interface HeapUsage {
  /** Objects of the JavaScript heap: live, or not collected yet. */
  readonly usedSize: number;
  /** Memory that V8 reserves for the JavaScript heap. */
  readonly totalSize: number;
  /** Array buffers, which include the memories of WebAssembly. */
  readonly backingStorageSize: number;
}

export interface IsolateInspector {
  /** The name that workerd gives the Worker, such as `core:user:wherefore`. */
  readonly name: string;
  /** Waits until the isolate is between two tasks. @throws Error when the connection still ends after several retries */
  heapUsage(): Promise<HeapUsage>;
  /**
   * Returns the sizes of live objects from a heap snapshot, the only command that collects garbage and gets a response from workerd
   * (`HeapProfiler.collectGarbage` never responds). The snapshot pauses the isolate for some seconds.
   */
  liveHeap(): Promise<LiveHeap>;
  close(): void;
}

/** Connects to an isolate of a process. @throws Error when no port of the process serves an inspector of that isolate */
export async function inspectIsolate(pid: number, name: string): Promise<IsolateInspector> {
  for (const port of findListeningPorts(pid)) {
    const target = (await listTargets(port)).find(({ id }) => id === name);
    if (target !== undefined) return connect(name, target.webSocketDebuggerUrl);
  }
  throw new Error(`No port of process ${pid} serves an inspector of the isolate ${name}.`);
}

interface Target {
  readonly id: string;
  readonly webSocketDebuggerUrl: string;
}

const answerTimeoutMs = 5_000;

async function listTargets(port: number): Promise<readonly Target[]> {
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

/** Wrangler reads the isolate's log through the same inspector, and workerd closes a connection when another one opens. So commands are retried. */
const maxAttempts = 20;
const attemptPauseMs = 250;

async function connect(name: string, url: string): Promise<IsolateInspector> {
  let connection = await openConnection(name, url);
  const withRetries = async <T>(use: (connection: InspectorConnection) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await use(connection);
      } catch (thrown) {
        if (!(thrown instanceof ConnectionEndedError) || attempt === maxAttempts) throw thrown;
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
    chunks.push(readSnapshotChunk(parameters)),
  );
  try {
    await connection.send('HeapProfiler.takeHeapSnapshot');
  } finally {
    stop();
  }
  return readSnapshot(chunks.join(''));
}

function readSnapshotChunk(parameters: unknown): string {
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

interface InspectorConnection {
  /** @throws Error when the isolate rejects the command or the connection ends */
  send(method: string): Promise<unknown>;
  /** Calls `receive` for each event of a method. @returns a function that stops listening */
  listen(method: string, receive: (parameters: unknown) => void): () => void;
  close(): void;
}

class ConnectionEndedError extends Error {
  constructor(isolate: string) {
    super(`The connection to the isolate ${isolate} has ended.`);
  }
}

interface PendingCommand {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** @param name name of the isolate, for error messages */
export async function openConnection(name: string, url: string): Promise<InspectorConnection> {
  const socket = new WebSocket(url);
  const pending = new Map<number, PendingCommand>();
  const listeners = new Map<string, (parameters: unknown) => void>();
  let lastId = 0;
  let isOpen = true;
  const createEndedError = (): Error => new ConnectionEndedError(name);
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) listeners.get(method)?.(params);
    if (id === undefined) return;
    const command = pending.get(id);
    pending.delete(id);
    if (error === undefined) command?.resolve(result);
    else command?.reject(new Error(`The isolate ${name} rejected a command: ${JSON.stringify(error)}`));
  });
  socket.addEventListener('close', () => {
    isOpen = false;
    for (const { reject } of pending.values()) reject(createEndedError());
    pending.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`The isolate ${name} refused the connection.`)), {
      once: true,
    });
  });
  return {
    send: (method) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(createEndedError());
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params: {} }));
      }),
    listen(method, receive) {
      listeners.set(method, receive);
      return () => void listeners.delete(method);
    },
    close: () => socket.close(),
  };
}
