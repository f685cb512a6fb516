/**
 * A vendor's stream of events, ended where its answer ends. Some leave the connection open after that, and whoever reads until it closes
 * would wait for nothing, take a whole answer for one that broke off, and never learn what it took.
 */

import { stringAt } from './any-json.ts';

/**
 * After the event that says why it ended one more may tell the tokens, which all vendors send along at once; a reader of a stream that stays
 * open waits so long for the end of an answer that is already whole. Each further event grants it anew, an empty line that keeps a
 * connection alive does not. Shorter than any stall is waited for (`MODEL_STALL_SECONDS`, 1 at least), which would tell a whole answer as broken off.
 */
const graceMs = 500;
/** A longer line says no end. */
const maxLine = 1_000_000;

export function endStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const read = createEndReader();
  const grace = createGrace();
  const leave = (): void => {
    grace.end();
    reader.cancel().catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = nextOf(reader, grace.isGranted);
      const bytes = await (grace.isGranted() ? Promise.race([grace.over(), next]) : next);
      if (bytes !== undefined) controller.enqueue(bytes);
      const seen = bytes === undefined ? 'end' : read(bytes);
      if (seen === 'event' && grace.isGranted()) grace.grant();
      if (seen === 'reason') grace.grant();
      if (seen !== 'end') return;
      controller.close();
      leave();
    },
    async cancel(reason) {
      grace.end();
      await reader.cancel(reason);
    },
  });
}

/** @returns undefined at its end; a connection that is lost once all was said is one */
async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  isWhole: () => boolean,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value;
  } catch (error) {
    if (isWhole()) return undefined;
    throw error;
  }
}

function createGrace() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Promise<undefined> = new Promise(() => undefined);
  return {
    isGranted: () => timer !== undefined,
    over: () => over,
    grant(): void {
      if (timer !== undefined) clearTimeout(timer);
      over = new Promise((settle) => (timer = setTimeout(() => settle(undefined), graceMs)));
    },
    end(): void {
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

type Seen = 'nothing' | 'event' | 'reason' | 'end';

function createEndReader(): (bytes: Uint8Array) => Seen {
  const decoder = new TextDecoder();
  let line = '';
  return (bytes) => {
    let seen: Seen = 'nothing';
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    line = joined(line, first);
    for (const other of others) {
      seen = later(seen, seenIn(line));
      line = other;
    }
    // It may stay open without so much as the end of its last line.
    return line === done ? 'end' : seen;
  };
}

const done = 'data: [DONE]';

/** What begins a line that is too long stays, so that its end is no line of its own. */
function joined(line: string, more: string): string {
  return line.length > maxLine ? line : line + more;
}

const order: readonly Seen[] = ['nothing', 'event', 'reason', 'end'];

function later(one: Seen, other: Seen): Seen {
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

/** Such a name with a text: most events have none, and are not parsed a second time. Within a text its quotes would be escaped. */
const reasonShape = /"(?:finish_reason|finishReason|blockReason)"\s*:\s*"/;

function seenIn(line: string): Seen {
  if (!line.startsWith('data:') || line.length > maxLine) return 'nothing';
  const data = line.slice('data:'.length).trim();
  if (data === '[DONE]') return 'end';
  if (!reasonShape.test(data)) return 'event';
  const part = parsed(data);
  const reason =
    stringAt(part, 'choices', 0, 'finish_reason') ||
    stringAt(part, 'candidates', 0, 'finishReason') ||
    stringAt(part, 'promptFeedback', 'blockReason');
  return reason === '' ? 'event' : 'reason';
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
