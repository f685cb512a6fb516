/**
 * An answer that comes in one piece of JSON though a stream was asked for, as the events a stream of it would have: some servers and some
 * models know no streams, and some tell with a status of 200 why they do not answer.
 */

import { at, listAt, stringAt } from './any-json.ts';
import { statusOfWords } from './status-of-words.ts';
import { toolDelta } from './tool-delta.ts';

/** More is no answer of a model. */
const maxLetters = 10_000_000;

/** Streams are given on as they come. JSON that holds neither an answer nor an error is too: whoever reads finds no event in it. */
export function wholeAnswers(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let isStream: boolean | undefined;
  let text: string[] = [];
  let letters = 0;
  return new TransformStream({
    transform(bytes, controller) {
      if (isStream === true) return controller.enqueue(bytes);
      const piece = decoder.decode(bytes, { stream: true });
      text.push(piece);
      letters += piece.length;
      if (letters > maxLetters) throw new Error('It is longer than any answer.');
      const first = isStream === undefined ? piece.trimStart().charAt(0) : '';
      if (first !== '') isStream = first !== '{' && first !== '[';
      if (isStream !== true) return undefined;
      controller.enqueue(encoder.encode(text.join('')));
      text = [];
      return undefined;
    },
    flush(controller) {
      text.push(decoder.decode());
      const told = text.join('');
      controller.enqueue(encoder.encode(isStream === false ? (eventsOf(parsed(told)) ?? told) : told));
    },
  });
}

function eventsOf(json: unknown): string | undefined {
  if (at(json, 'choices', 0, 'message') !== undefined) return wholeAnswer(json);
  const error = at(json, 'error') ?? at(json, 0, 'error');
  return error === undefined || error === null ? undefined : event({ error: errorOf(error) });
}

/** As one event: of chat completions, and of Workers AI's own shape. */
export function wholeAnswer(answer: unknown): string {
  const message = at(answer, 'choices', 0, 'message');
  const content = contentOf(at(answer, 'response'), at(message, 'content'));
  const told = listAt(answer, 'tool_calls');
  const calls = told.length > 0 ? told : listAt(message, 'tool_calls');
  const tool_calls = calls.map(toolDelta);
  const refusal = stringAt(message, 'refusal');
  const thought = stringAt(message, 'reasoning_content') || stringAt(message, 'reasoning');
  const finish_reason =
    stringAt(answer, 'choices', 0, 'finish_reason') || (tool_calls.length > 0 ? 'tool_calls' : 'stop');
  const delta = {
    content,
    ...(thought !== '' && { reasoning_content: thought }),
    ...(refusal !== '' && { refusal }),
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  return event({ choices: [{ delta, finish_reason }], usage: at(answer, 'usage') ?? null });
}

/** A text, or parts of one as chat completions may have them; JSON of a shape that was asked for comes parsed. */
function contentOf(response: unknown, content: unknown): unknown {
  const told = response ?? content ?? '';
  const isParts = response === undefined && /^(?:text|thinking)$/.test(stringAt(content, 0, 'type'));
  return typeof told === 'string' || isParts ? told : JSON.stringify(told);
}

function errorOf(error: unknown): unknown {
  const message = stringAt(error, 'message') || (typeof error === 'string' ? error : 'It says no more.');
  const [type, code] = [stringAt(error, 'type'), at(error, 'code')];
  const isTold = type !== '' || typeof code === 'string' || typeof code === 'number';
  return isTold ? { message, type, code } : { message, code: statusOfWords(message) ?? 503 };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
