/**
 * One small question to a model, answered in JSON: asked within a time a reader hardly notices, read by a check of our own whatever the
 * vendor promises of the shape, asked a second time where that fails. It never stops an answer: what does not come is a sentence to tell.
 */

import { AppError } from '../../core/errors.ts';
import {
  addSpent,
  nothingSpent,
  type GenerationFacts,
  type GeneratorMessage,
  type JsonSchema,
  type ModelName,
  type Spent,
} from '../../core/generation.ts';
import { withinTime } from '../../retrieval/within-time.ts';
import type { Services } from '../services.ts';
import { findJson } from './find-json.ts';
import { runGeneration } from './run-generation.ts';

export interface StructuredQuestion<Value> {
  readonly messages: readonly GeneratorMessage[];
  /** Told the vendor, where it takes one. */
  readonly schema: JsonSchema;
  /** Undefined where it has another shape. */
  readonly read: (value: unknown) => Value | undefined;
  readonly maxOutputTokens: number;
  /** Of both tries together. */
  readonly timeoutMs?: number;
}

export interface AskedModels {
  /** In the order they take over from one another. */
  readonly models: readonly ModelName[];
  /** The asker's own; the deployment's where undefined. */
  readonly key: string | undefined;
  /** Given when nobody waits any more. */
  readonly signal: AbortSignal;
}

export interface Structured<Value> {
  /** Undefined where no model gave one. */
  readonly value: Value | undefined;
  /** Why there is none, a sentence; undefined where there is one. */
  readonly failure: string | undefined;
  /** Nothing came, and nothing would for another question either. */
  readonly isAway: boolean;
  /** By both tries. What was given up took nobody knows how much. */
  readonly spent: Spent;
}

/** A reader waits for each of them before the first word. */
const usualTimeoutMs = 2_500;
const onlyJson =
  'That was no JSON of the shape asked for. Answer with the JSON alone, nothing before or after it.';

/** @throws AppError `answer_stopped` when the asker's signal is given, and nothing else */
export async function askStructured<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  asked: AskedModels,
  question: StructuredQuestion<Value>,
): Promise<Structured<Value>> {
  if (asked.models.length === 0) return failed('No model is configured (MODELS).', nothingSpent);
  const { timeoutMs = usualTimeoutMs } = question;
  try {
    return await withinTime(
      timeoutMs,
      (late) => askTwice(services, { ...asked, signal: AbortSignal.any([asked.signal, late]) }, question),
      () => new AppError('model_unavailable', `The model did not answer within ${timeoutMs} ms.`),
    );
  } catch (error) {
    if (asked.signal.aborted) throw new AppError('answer_stopped', 'It was stopped while it was being made.');
    return failed(
      error instanceof AppError && error.code === 'model_unavailable'
        ? error.message
        : 'The call of the model failed in a way that was not foreseen.',
      { ...nothingSpent, costUsd: undefined },
    );
  }
}

function failed(failure: string, spent: Spent, isAway = true): Structured<never> {
  return { value: undefined, failure, isAway, spent };
}

async function askTwice<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  asked: AskedModels,
  question: StructuredQuestion<Value>,
): Promise<Structured<Value>> {
  const first = await askOnce(services, asked, question);
  if (first.value !== undefined) return valued(first.value, first.facts);
  const isRefused = first.text === '' && first.facts.attempts.at(-1)?.outcome === 'refused';
  if (first.text === '' && !isRefused) return failed(detailOf(first.facts), first.facts);
  const second = await askOnce(services, asked, {
    ...question,
    // Not every vendor takes a shape, and some refuse the call for it: then it is asked for in words alone.
    withoutSchema: isRefused,
    messages: isRefused
      ? question.messages
      : [...question.messages, { role: 'assistant', text: first.text }, { role: 'user', text: onlyJson }],
  });
  const spent = addSpent(first.facts, second.facts);
  if (second.value !== undefined) return valued(second.value, spent);
  if (second.text === '') return failed(detailOf(second.facts), spent);
  return failed('The model answered twice in another shape than was asked for.', spent, false);
}

function valued<Value>(value: Value, spent: Spent): Structured<Value> {
  return { value, failure: undefined, isAway: false, spent };
}

interface Told<Value> {
  readonly text: string;
  readonly value: Value | undefined;
  readonly facts: GenerationFacts;
}

async function askOnce<Value>(
  services: Pick<Services, 'generation' | 'clock'>,
  { models, key, signal }: AskedModels,
  question: StructuredQuestion<Value> & { readonly withoutSchema?: boolean },
): Promise<Told<Value>> {
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
  throw new AppError('internal', 'A generation ended without its end.');
}

function detailOf({ attempts }: GenerationFacts): string {
  const last = attempts.at(-1);
  return last === undefined ? 'No model could be asked.' : `${last.model}: ${last.detail}`;
}
