/**
 * Ends a provider's event stream where the answer ends. Some providers leave the connection open, and a client that reads until it closes
 * would time out, report a complete answer as interrupted, and miss the token usage.
 */

import { parseJson, stringAt } from './untyped-json.ts';

/**
 * How long to wait after the finish reason for the event with token usage, which providers send right away. Every later event restarts the
 * wait; an empty keep-alive line does not. It is shorter than any stall timeout (`MODEL_STALL_SECONDS`, at least 1), which would report a complete
 * answer as interrupted.
 */
const graceMs = 500;
/** Maximum characters of a line. A longer line is not checked for the end of the answer. */
const maxLineLength = 1_000_000;

export function endAtFinish(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const classifyChunk = createChunkClassifier();
  const grace = createGrace();
  const closeSource = (): void => {
    grace.end();
    reader.cancel().catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = readNextBytes(reader, grace.isRunning);
      const bytes = await (grace.isRunning() ? Promise.race([grace.expiration(), next]) : next);
      if (bytes !== undefined) controller.enqueue(bytes);
      const kind = bytes === undefined ? 'end' : classifyChunk(bytes);
      if (kind === 'event' && grace.isRunning()) grace.restart();
      if (kind === 'reason') grace.restart();
      if (kind !== 'end') return;
      controller.close();
      closeSource();
    },
    async cancel(reason) {
      grace.end();
      await reader.cancel(reason);
    },
  });
}

/** @returns undefined at the end of the stream, which includes a connection lost after a complete answer */
async function readNextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  isComplete: () => boolean,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value;
  } catch (error) {
    if (isComplete()) return undefined;
    throw error;
  }
}

function createGrace() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expired: Promise<undefined> = new Promise(() => undefined);
  return {
    isRunning: () => timer !== undefined,
    expiration: () => expired,
    restart(): void {
      if (timer !== undefined) clearTimeout(timer);
      expired = new Promise((settle) => (timer = setTimeout(() => settle(undefined), graceMs)));
    },
    end(): void {
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

type LineKind = 'nothing' | 'event' | 'reason' | 'end';

function createChunkClassifier(): (bytes: Uint8Array) => LineKind {
  const decoder = new TextDecoder();
  let line = '';
  return (bytes) => {
    let kind: LineKind = 'nothing';
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    line = appendToLine(line, first);
    for (const other of others) {
      kind = laterKind(kind, classifyLine(line));
      line = other;
    }
    // The stream may stay open without ending its last line.
    return line === doneLine ? 'end' : kind;
  };
}

const doneLine = 'data: [DONE]';

/** Keeps the start of a line that is too long, so that its end is not read as a separate line. */
function appendToLine(line: string, more: string): string {
  return line.length > maxLineLength ? line : line + more;
}

const kindOrder: readonly LineKind[] = ['nothing', 'event', 'reason', 'end'];

function laterKind(a: LineKind, b: LineKind): LineKind {
  return kindOrder.indexOf(b) > kindOrder.indexOf(a) ? b : a;
}

/** Matches a finish reason with a text value. Most events have none and need no parsing. Inside a JSON string the quotes would be escaped. */
const reasonShape = /"(?:finish_reason|finishReason|blockReason)"\s*:\s*"/;

function classifyLine(line: string): LineKind {
  if (!line.startsWith('data:') || line.length > maxLineLength) return 'nothing';
  const data = line.slice('data:'.length).trim();
  if (data === '[DONE]') return 'end';
  if (!reasonShape.test(data)) return 'event';
  const part = parseJson(data);
  const reason =
    stringAt(part, 'choices', 0, 'finish_reason') ||
    stringAt(part, 'candidates', 0, 'finishReason') ||
    stringAt(part, 'promptFeedback', 'blockReason');
  return reason === '' ? 'event' : 'reason';
}
