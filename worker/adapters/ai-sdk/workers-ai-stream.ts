/** Converts a Workers AI stream, of `{"response": "…"}` or `choices[].delta` events, to `choices[].delta` events. */

import { valueAt, listAt, parseJson, stringAt } from './untyped-json.ts';
import { toToolDelta } from './non-streamed-answers.ts';
import { workersAiStatus } from './error-status.ts';

/** Maximum characters of a line. A longer line cannot be part of an answer. */
const maxLineLength = 1_000_000;

export function convertWorkersAiStream(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const convertLine = createLineConverter();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > maxLineLength || lines.some((line) => line.length > maxLineLength))
        throw new Error(`A line of the Workers AI stream is longer than ${maxLineLength} characters.`);
      const converted = lines.map(convertLine).join('');
      if (converted !== '') controller.enqueue(encoder.encode(converted));
    },
    flush(controller) {
      const converted = convertLine(rest + decoder.decode());
      if (converted !== '') controller.enqueue(encoder.encode(converted));
    },
  });
}

/** Converts the stream line by line. Adds a finish event before `[DONE]` if the stream had none. */
function createLineConverter(): (line: string) => string {
  let hasFinished = false;
  let toolCallCount = 0;
  return (line) => {
    const [, data] = /^data:\s*(.*)$/.exec(line) ?? [];
    if (data === undefined || data === '') return '';
    if (data === '[DONE]')
      return hasFinished
        ? event(data)
        : event(finishEvent(toolCallCount > 0 ? 'tool_calls' : 'stop')) + event(data);
    const part = parseJson(data);
    if (part === undefined) return event(data);
    if (valueAt(part, 'choices') !== undefined) {
      hasFinished ||= stringAt(part, 'choices', 0, 'finish_reason') !== '';
      return event(part);
    }
    const error = valueAt(part, 'errors', 0) ?? valueAt(part, 'error');
    if (error !== undefined) return event({ error: toErrorEvent(error) });
    const calls = listAt(part, 'tool_calls');
    const delta = {
      content: responseText(valueAt(part, 'response')),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => toToolDelta(call, toolCallCount++)) }),
    };
    const finish_reason = stringAt(part, 'finish_reason') || null;
    hasFinished ||= finish_reason !== null;
    return event({ choices: [{ delta, finish_reason }], usage: valueAt(part, 'usage') ?? null });
  };
}

/** Workers AI sends a token that is a number as a JSON number. */
function responseText(response: unknown): string {
  return typeof response === 'string' || typeof response === 'number' ? String(response) : '';
}

function toErrorEvent(error: unknown): unknown {
  const message =
    stringAt(error, 'message') || (typeof error === 'string' ? error : 'Workers AI reported no reason.');
  return { message, code: workersAiStatus(message, valueAt(error, 'code')) };
}

function finishEvent(finish_reason: string): unknown {
  return { choices: [{ delta: {}, finish_reason }] };
}

function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
