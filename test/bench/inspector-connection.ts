/** A connection to an inspector: commands with their results, and events (https://chromedevtools.github.io/devtools-protocol/). */

export interface InspectorConnection {
  /** @throws Error when the isolate refuses the command or the connection ends. */
  send(method: string): Promise<unknown>;
  /** Calls `receive` for each event of a method. @returns what ends that */
  listen(method: string, receive: (parameters: unknown) => void): () => void;
  close(): void;
}

export class ConnectionEnded extends Error {
  constructor(isolate: string) {
    super(`The connection to the isolate ${isolate} has ended.`);
  }
}

interface Waiting {
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

/** @param name of the isolate, for errors */
export async function openConnection(name: string, url: string): Promise<InspectorConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (parameters: unknown) => void>();
  let last = 0;
  let isOpen = true;
  const ended = (): Error => new ConnectionEnded(name);
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) listeners.get(method)?.(params);
    if (id === undefined) return;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(`The isolate ${name} refused a command: ${JSON.stringify(error)}`));
  });
  socket.addEventListener('close', () => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(ended());
    waiting.clear();
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
        if (!isOpen) return reject(ended());
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params: {} }));
      }),
    listen(method, receive) {
      listeners.set(method, receive);
      return () => void listeners.delete(method);
    },
    close: () => socket.close(),
  };
}
