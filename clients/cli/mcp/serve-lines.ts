/**
 * Serves MCP over lines of JSON. It ends only after the last reply, because a program that writes its calls and closes its output still
 * reads the replies. A line that is no message of the protocol is answered with an error.
 */

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

interface Lines {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** The codes of JSON-RPC. */
const parseError = -32_700;
const invalidRequest = -32_600;
const maxShownLength = 60;

/** Resolves when the input has ended and every call is answered, when the client stops reading, or when the signal aborts. */
export async function serveLines(createServer: () => McpServer, lines: Lines): Promise<void> {
  const messages = new PassThrough();
  const transport = new TrackingTransport(new StdioServerTransport(messages, lines.output));
  const handle = serveStdio(createServer, { transport });
  const aborted = lines.signal.aborted ? Promise.resolve() : once(lines.signal, 'abort');
  const answered = copyMessages(lines, messages).then(() => transport.waitForReplies());
  await Promise.race([answered, transport.closed, aborted]);
  await handle.close();
}

/** Passes on what may be a message, and answers the rest. */
async function copyMessages({ input, output, signal }: Lines, messages: PassThrough): Promise<void> {
  const reader = createInterface({ input, crlfDelay: Infinity });
  signal.addEventListener('abort', () => reader.close(), { once: true });
  for await (const line of reader) {
    const error = line.trim() === '' ? undefined : describeInvalidLine(line);
    if (error !== undefined) output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
    else if (!messages.write(`${line}\n`)) await once(messages, 'drain');
  }
}

function describeInvalidLine(line: string): { readonly code: number; readonly message: string } | undefined {
  const shown = JSON.stringify(line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line);
  try {
    const message: unknown = JSON.parse(line);
    const isMessage = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    if (isMessage && message.jsonrpc === '2.0') return undefined;
    return {
      code: invalidRequest,
      message: `The line ${shown} is no JSON-RPC 2.0 message. Send one object with "jsonrpc": "2.0" a line.`,
    };
  } catch {
    return {
      code: parseError,
      message: `The line ${shown} is not JSON. Send each message as JSON on one line.`,
    };
  }
}

/** Knows which requests have no reply yet. */
class TrackingTransport implements Transport {
  readonly #inner: StdioServerTransport;
  readonly #unanswered = new Set<unknown>();
  #onClosed: () => void = () => undefined;
  readonly closed = new Promise<void>((resolve) => (this.#onClosed = resolve));
  #onAnswered: () => void = () => undefined;
  declare onclose?: () => void;
  declare onerror?: (error: Error) => void;
  declare onmessage?: (message: JSONRPCMessage) => void;

  constructor(inner: StdioServerTransport) {
    this.#inner = inner;
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (message: JSONRPCMessage) => this.#receive(message),
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => {
        this.#onClosed();
        this.onclose?.();
      },
    });
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (!('method' in message)) this.#settle(message.id);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  async waitForReplies(): Promise<void> {
    // Messages that were passed on last are received in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => {
      this.#onAnswered = () => {
        if (this.#unanswered.size === 0) resolve();
      };
      this.#onAnswered();
    });
  }

  #receive(message: JSONRPCMessage): void {
    // A subscription is answered only when it ends.
    const isCall = 'id' in message && 'method' in message && message.method !== 'subscriptions/listen';
    if (isCall) this.#unanswered.add(message.id);
    // A cancelled request has no reply.
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId']);
    this.onmessage?.(message);
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    this.#onAnswered();
  }
}
