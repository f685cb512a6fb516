/**
 * Converts an answer that arrives as one JSON value, although a stream was requested, to the events of a stream. Some servers and models do not
 * stream, and some report an error with status 200.
 */

import { valueAt, listAt, parseJson, stringAt } from './untyped-json.ts';
import { statusForMessage } from './error-status.ts';

/** Maximum characters of a response. */
const maxCharacters = 10_000_000;

/** Passes streams through. JSON with neither an answer nor an error passes through too; the reader finds no event in it. */
export function streamWholeAnswers(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let isStream: boolean | undefined;
  let pieces: string[] = [];
  let characters = 0;
  return new TransformStream({
    transform(bytes, controller) {
      if (isStream === true) return controller.enqueue(bytes);
      const piece = decoder.decode(bytes, { stream: true });
      pieces.push(piece);
      characters += piece.length;
      if (characters > maxCharacters)
        throw new Error(`The response is longer than ${maxCharacters} characters.`);
      const firstCharacter = isStream === undefined ? piece.trimStart().charAt(0) : '';
      if (firstCharacter !== '') isStream = firstCharacter !== '{' && firstCharacter !== '[';
      if (isStream !== true) return undefined;
      controller.enqueue(encoder.encode(pieces.join('')));
      pieces = [];
      return undefined;
    },
    flush(controller) {
      pieces.push(decoder.decode());
      const body = pieces.join('');
      controller.enqueue(encoder.encode(isStream === false ? (toEvent(parseJson(body)) ?? body) : body));
    },
  });
}

function toEvent(json: unknown): string | undefined {
  if (valueAt(json, 'choices', 0, 'message') !== undefined) return toAnswerEvent(json);
  const error = valueAt(json, 'error') ?? valueAt(json, 0, 'error');
  return error === undefined || error === null ? undefined : event({ error: toError(error) });
}

/** Converts a whole answer, of chat completions or of Workers AI's own format, to one event. */
export function toAnswerEvent(answer: unknown): string {
  const message = valueAt(answer, 'choices', 0, 'message');
  const content = toContent(valueAt(answer, 'response'), valueAt(message, 'content'));
  const topLevelCalls = listAt(answer, 'tool_calls');
  const calls = topLevelCalls.length > 0 ? topLevelCalls : listAt(message, 'tool_calls');
  const tool_calls = calls.map(toToolDelta);
  const refusal = stringAt(message, 'refusal');
  const reasoning = stringAt(message, 'reasoning_content') || stringAt(message, 'reasoning');
  const finish_reason =
    stringAt(answer, 'choices', 0, 'finish_reason') || (tool_calls.length > 0 ? 'tool_calls' : 'stop');
  const delta = {
    content,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(refusal !== '' && { refusal }),
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  return event({ choices: [{ delta, finish_reason }], usage: valueAt(answer, 'usage') ?? null });
}

/** Returns the text of an answer, or its parts. Workers AI returns JSON for a requested schema as parsed values. */
function toContent(response: unknown, content: unknown): unknown {
  const value = response ?? content ?? '';
  const hasParts = response === undefined && /^(?:text|thinking)$/.test(stringAt(content, 0, 'type'));
  return typeof value === 'string' || hasParts ? value : JSON.stringify(value);
}

function toError(error: unknown): unknown {
  const message =
    stringAt(error, 'message') || (typeof error === 'string' ? error : 'The provider reported no reason.');
  const [type, code] = [stringAt(error, 'type'), valueAt(error, 'code')];
  const isClassified = type !== '' || typeof code === 'string' || typeof code === 'number';
  return isClassified ? { message, type, code } : { message, code: statusForMessage(message) ?? 503 };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Converts a tool call of any format to a delta of OpenAI's stream. @param index the index to use if the call states none */
export function toToolDelta(call: unknown, index: number): unknown {
  const callee = valueAt(call, 'function') ?? call;
  const input = valueAt(callee, 'arguments') ?? {};
  return {
    index: valueAt(call, 'index') ?? index,
    id: stringAt(call, 'id') || `call_${index}`,
    type: 'function',
    function: {
      name: stringAt(callee, 'name'),
      arguments: typeof input === 'string' ? input : JSON.stringify(input),
    },
  };
}
