/** Sends a scripted reply step by step, in the frames of a provider's dialect, until the caller closes the connection. */

import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DialectServer, Frames } from './dialect.ts';
import { countUsage, type ProviderCall, type ProviderReply, type ProviderStep } from './provider-script.ts';

interface Sending {
  readonly call: ProviderCall;
  readonly reply: ProviderReply;
  readonly dialect: DialectServer;
  readonly response: ServerResponse;
  /** Aborted when the caller closes the connection. */
  readonly signal: AbortSignal;
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

export async function sendReply(sending: Sending): Promise<void> {
  const { call, reply, dialect, response, signal, onBegin, onEnd } = sending;
  const { status = 200, message = 'It was scripted to fail.', retryAfterSeconds, waitMs, steps = [] } = reply;
  if (waitMs !== undefined && !(await waitUnlessAborted(waitMs, signal))) return;
  if (status !== 200) {
    onEnd();
    const error = dialect.formatError({ status, message, retryAfterSeconds });
    return sendJson(response, { ...error, headers: reply.headers ?? retryHeaders(retryAfterSeconds) });
  }
  const calledTools = steps.some((step) => typeof step === 'object' && 'toolCall' in step);
  const { finish = calledTools ? 'tool-calls' : 'stop' } = reply;
  const usage = countUsage(call, reply);
  const text = steps.filter((step) => typeof step === 'string').join('');
  const wholeAnswer = dialect.formatWholeAnswer?.(call, { text, usage });
  if (wholeAnswer !== undefined) {
    onBegin();
    onEnd();
    return sendJson(response, { status: 200, body: wholeAnswer });
  }
  const frames = dialect.createFrames(call);
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  response.write(frames.begin(usage));
  response.flushHeaders();
  for (const [index, step] of steps.entries()) {
    if (signal.aborted) return;
    const continues = await sendStep(step, { ...sending, frames, id: `call_${call.number}_${index}` });
    if (!continues) return;
  }
  const ending = finish === 'none' ? frames.endWithout() : frames.end({ finish, usage });
  if (reply.staysOpen === true) {
    response.write(ending);
    await sendStep({ stall: true }, { ...sending, frames, id: '' });
    return;
  }
  onEnd();
  response.end(ending);
}

/** @returns whether to continue with the next step */
async function sendStep(
  step: ProviderStep,
  {
    frames,
    response,
    signal,
    onBegin,
    onEnd,
    id,
  }: Sending & { readonly frames: Frames; readonly id: string },
): Promise<boolean> {
  if (typeof step === 'object' && 'waitMs' in step) return waitUnlessAborted(step.waitMs, signal);
  if (typeof step === 'object' && 'stall' in step) return waitUnlessAborted(3_600_000, signal);
  if (typeof step === 'object' && 'drop' in step) {
    onEnd();
    // Waits until everything written so far is sent.
    await pause(20);
    response.destroy();
    return false;
  }
  if (typeof step === 'object' && 'error' in step) {
    onEnd();
    response.end(frames.error(step.error));
    return false;
  }
  onBegin();
  if (typeof step === 'string') response.write(frames.text(step));
  else if ('reasoning' in step) response.write(frames.reasoning(step.reasoning));
  else if ('malformed' in step) response.write('data: {"id": "x", "choices": [{"delta": {"con\n\n');
  else if ('toolCall' in step)
    response.write(
      frames.toolCall({ id, name: step.toolCall.name, input: JSON.stringify(step.toolCall.input) }),
    );
  return true;
}

async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal, ref: false }).catch(() => false);
}

function retryHeaders(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

export function sendJson(
  response: ServerResponse,
  reply: {
    readonly status: number;
    readonly body: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  const headers = { 'content-type': 'application/json', ...reply.headers };
  response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
}
