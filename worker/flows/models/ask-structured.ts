/**
 * Asks a model one small question that it answers in JSON, within a short time limit. The JSON is always validated here, even if the
 * provider enforces a schema, and requested once more if it is invalid. A failure never stops an answer: it becomes a note.
 */

import {
  addSpend,
  zeroSpend,
  type GenerationFacts,
  type GeneratorMessage,
  type JsonSchema,
  type ModelName,
  type ModelSpend,
} from '../../core/answers/generation.ts';
import { AppError } from '../../core/errors.ts';
import { withTimeout } from '../../retrieval/search/with-timeout.ts';
import type { Services } from '../services.ts';
import { runGeneration } from './run-generation.ts';

export interface StructuredQuestion<Value> {
  readonly messages: readonly GeneratorMessage[];
  /** Sent to providers that accept a schema. */
  readonly schema: JsonSchema;
  /** Validates the JSON. @returns undefined if it has another shape */
  readonly read: (value: unknown) => Value | undefined;
  readonly maxOutputTokens: number;
  /** Limit for both attempts together. */
  readonly timeoutMs?: number;
}

export interface ModelAccess {
  /** The models in order of preference. If one fails, the next is asked. */
  readonly models: readonly ModelName[];
  /** The user's own key; undefined means the deployment's. */
  readonly key: string | undefined;
  /** Aborts when the user stops the answer. */
  readonly signal: AbortSignal;
}

export interface StructuredAnswer<Value> {
  /** The validated value; undefined if no model returned one. */
  readonly value: Value | undefined;
  /** A sentence on why there is no value; undefined if there is one. */
  readonly failure: string | undefined;
  /** Whether no text arrived, so that another question would fail the same way. */
  readonly isUnavailable: boolean;
  /** What both attempts have spent. The cost is unknown if the time limit ended a call. */
  readonly spent: ModelSpend;
}

/** Short, since the user waits for each question before the first word of the answer. */
const defaultTimeoutMs = 2_500;
const jsonReminder =
  'That was not JSON of the requested shape. Answer with the JSON alone, nothing before or after it.';

/** @throws AppError `answer_stopped` when the caller's signal aborts, and nothing else */
export async function askStructured<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  access: ModelAccess,
  question: StructuredQuestion<Value>,
): Promise<StructuredAnswer<Value>> {
  if (access.models.length === 0) return toFailure('No model is configured (MODELS).', zeroSpend);
  const { timeoutMs = defaultTimeoutMs } = question;
  try {
    return await withTimeout(
      timeoutMs,
      (timeoutSignal) =>
        askTwice(services, { ...access, signal: AbortSignal.any([access.signal, timeoutSignal]) }, question),
      () => new AppError('model_unavailable', `The model did not answer within ${timeoutMs} ms.`),
    );
  } catch (error) {
    if (access.signal.aborted)
      throw new AppError('answer_stopped', 'The answer was stopped before it was complete.');
    return toFailure(
      error instanceof AppError && error.code === 'model_unavailable'
        ? error.message
        : 'The call of the model failed with an unexpected error.',
      { ...zeroSpend, costUsd: undefined },
    );
  }
}

function toFailure(failure: string, spent: ModelSpend, isUnavailable = true): StructuredAnswer<never> {
  return { value: undefined, failure, isUnavailable, spent };
}

async function askTwice<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  access: ModelAccess,
  question: StructuredQuestion<Value>,
): Promise<StructuredAnswer<Value>> {
  const first = await askOnce(services, access, question);
  if (first.value !== undefined) return toSuccess(first.value, first.facts);
  const isRejected = first.text === '' && first.facts.attempts.at(-1)?.outcome === 'refused';
  if (first.text === '' && !isRejected) return toFailure(lastFailure(first.facts), first.facts);
  const second = await askOnce(services, access, {
    ...question,
    // Some providers reject a call with a schema. The second attempt then requests JSON in words only.
    withoutSchema: isRejected,
    messages: isRejected
      ? question.messages
      : [...question.messages, { role: 'assistant', text: first.text }, { role: 'user', text: jsonReminder }],
  });
  const spent = addSpend(first.facts, second.facts);
  if (second.value !== undefined) return toSuccess(second.value, spent);
  if (second.text === '') return toFailure(lastFailure(second.facts), spent);
  return toFailure('The model answered twice in the wrong shape.', spent, false);
}

function toSuccess<Value>(value: Value, spent: ModelSpend): StructuredAnswer<Value> {
  return { value, failure: undefined, isUnavailable: false, spent };
}

interface SingleAnswer<Value> {
  readonly text: string;
  readonly value: Value | undefined;
  readonly facts: GenerationFacts;
}

async function askOnce<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  { models, key, signal }: ModelAccess,
  question: StructuredQuestion<Value> & { readonly withoutSchema?: boolean },
): Promise<SingleAnswer<Value>> {
  const { messages, schema, read, maxOutputTokens, withoutSchema = false } = question;
  const request = {
    messages,
    tools: [],
    schema: withoutSchema ? undefined : schema,
    temperature: undefined,
    maxOutputTokens,
  };
  let text = '';
  for await (const step of runGeneration(services, { models, request, key, signal })) {
    if (step.type === 'text-delta') text += step.text;
    if (step.type !== 'finish') continue;
    const found = findJson(text);
    return { text, facts: step.facts, value: found === undefined ? undefined : read(found) };
  }
  throw new AppError('internal', 'The generation ended without a finish step.');
}

function lastFailure({ attempts }: GenerationFacts): string {
  const last = attempts.at(-1);
  return last === undefined ? 'No model could be called.' : `${last.model}: ${last.detail}`;
}

/** Maximum characters that are searched for JSON. An answer has a few hundred tokens. */
const maxTextLength = 50_000;
/** Maximum opening brackets at which parsing is tried. */
const maxParses = 8;

/** Finds the first JSON object or list in a text. @returns undefined if there is none */
export function findJson(text: string): unknown {
  const read = text.slice(0, maxTextLength);
  let from = read.search(/[{[]/);
  for (let attempt = 0; attempt < maxParses && from >= 0; attempt += 1) {
    const end = findEnd(read, from);
    const value = end === undefined ? undefined : parseJson(read.slice(from, end));
    if (value !== undefined) return value;
    const next = read.slice(from + 1).search(/[{[]/);
    from = next < 0 ? next : from + 1 + next;
  }
  return undefined;
}

/** Returns the offset after the bracket that closes the bracket at `from`. Brackets in strings are ignored. */
function findEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let offset = from; offset < text.length; offset += 1) {
    const character = text[offset];
    if (isString) {
      if (character === '\\') offset += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return offset + 1;
    }
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
