/** A stream of `{"response": "…"}` lines, or of `choices[].delta` ones, as the latter. */

import { at, listAt, stringAt } from './any-json.ts';
import { toolDelta } from './tool-delta.ts';
import { workersAiStatus } from './workers-ai-status.ts';

/** A longer line is no part of an answer. */
const maxLine = 1_000_000;

export function choiceLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const reader = createLineReader();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > maxLine || lines.some((line) => line.length > maxLine))
        throw new Error('A line of the stream is too long.');
      const told = lines.map(reader).join('');
      if (told !== '') controller.enqueue(encoder.encode(told));
    },
    flush(controller) {
      const told = reader(rest + decoder.decode());
      if (told !== '') controller.enqueue(encoder.encode(told));
    },
  });
}

/** Reads one line after another; remembers what `[DONE]` is to be told as. */
function createLineReader(): (line: string) => string {
  let hasFinished = false;
  let toolCalls = 0;
  return (line) => {
    const [, data] = /^data:\s*(.*)$/.exec(line) ?? [];
    if (data === undefined || data === '') return '';
    if (data === '[DONE]')
      return hasFinished ? event(data) : event(finish(toolCalls > 0 ? 'tool_calls' : 'stop')) + event(data);
    const part = parsed(data);
    if (part === undefined) return event(data);
    if (at(part, 'choices') !== undefined) {
      hasFinished ||= stringAt(part, 'choices', 0, 'finish_reason') !== '';
      return event(part);
    }
    const error = at(part, 'errors', 0) ?? at(part, 'error');
    if (error !== undefined) return event({ error: errorOf(error) });
    const calls = listAt(part, 'tool_calls');
    const delta = {
      content: textOf(at(part, 'response')),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => toolDelta(call, toolCalls++)) }),
    };
    const finish_reason = stringAt(part, 'finish_reason') || null;
    hasFinished ||= finish_reason !== null;
    return event({ choices: [{ delta, finish_reason }], usage: at(part, 'usage') ?? null });
  };
}

/** A number that is a whole token comes as one. */
function textOf(response: unknown): string {
  return typeof response === 'string' || typeof response === 'number' ? String(response) : '';
}

function errorOf(error: unknown): unknown {
  const message = stringAt(error, 'message') || (typeof error === 'string' ? error : 'It failed.');
  return { message, code: workersAiStatus(message, at(error, 'code')) };
}

function finish(finish_reason: string): unknown {
  return { choices: [{ delta: {}, finish_reason }] };
}

function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
