/**
 * The port `Generator` over any model of the AI SDK: calls `doStream`, which tries once, and tells its parts in ours. What fails is told in
 * the port's errors, made anew: those of the SDK hold the whole request, and no error of ours may hold a prompt or a key.
 */

import {
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { AppError } from '../../core/errors.ts';
import {
  modelId,
  type FinishReason,
  type GeneratorPart,
  type ProviderName,
  type TokenUsage,
} from '../../core/generation.ts';
import type { GenerateRequest, Generator } from '../../ports/generator.ts';
import { callOptionsOf, type CallHabits } from './call-options.ts';
import { listModels, type ModelList } from './list-models.ts';
import { vendorError } from './vendor-error.ts';

export interface Vendor {
  readonly provider: ProviderName;
  /** The deployment's; undefined where it has none. */
  readonly key: string | undefined;
  /** `optional`: it may be called without any. `none`: it is called with what the deployment has and takes no key from askers. */
  readonly keys: 'needed' | 'optional' | 'none';
  readonly habits: CallHabits;
  /** Undefined where it has no list. */
  readonly list: ModelList | undefined;
  readonly fetch: typeof fetch;
  /**
   * Loads the vendor's SDK the first time, so that a Worker that never calls it does not wait for it as it starts.
   * @param calling what it is to call with: `fetch` of this one call
   */
  open(model: string, calling: Calling): Promise<LanguageModelV4>;
}

export interface Calling {
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** What a header can carry; anything else would be told of in an error that holds it. */
const keyShape = /^[\x21-\x7e]{1,500}$/;
/** A step out of the folder that models lie in, where a model's name is part of an address. */
const upwards = /(?:^|\/)\.{1,2}(?:\/|$)/;

export function createLanguageModelGenerator(vendor: Vendor): Generator {
  const { provider, keys } = vendor;
  return {
    provider,
    hasKey: vendor.key !== undefined || keys !== 'needed',
    generate: (request) => generate(vendor, request),
    async models({ key, signal }) {
      if (vendor.list === undefined) return [];
      const called = keyOf(vendor, key);
      const problem = { name: `The list of ${provider}’s models`, keys: secretsOf(vendor, key) };
      return listModels(vendor.list, { key: called, fetch: vendor.fetch, signal, problem });
    },
  };
}

async function* generate(vendor: Vendor, request: GenerateRequest): AsyncGenerator<GeneratorPart> {
  const { signal, model } = request;
  const name = modelId({ provider: vendor.provider, model });
  if (upwards.test(model))
    throw new AppError('model_refused', `${vendor.provider} has no model of that name.`);
  const key = keyOf(vendor, request.key);
  signal.throwIfAborted();
  // Ends the call whatever ends the reading: the reader may just leave.
  const ended = new AbortController();
  let hasBegun = false;
  const calling: typeof fetch = async (input, init) => {
    // It was loaded and its request put together meanwhile, and not everything that is called heeds a signal.
    init?.signal?.throwIfAborted();
    // What a vendor sends elsewhere would take the key along.
    const response = await vendor.fetch(input, { ...init, redirect: 'manual' });
    hasBegun = response.ok;
    return response;
  };
  try {
    const language = await vendor.open(model, { key, fetch: calling });
    const abortSignal = AbortSignal.any([signal, ended.signal]);
    const { stream } = await language.doStream({ ...callOptionsOf(request, vendor.habits), abortSignal });
    yield* partsOf(stream, abortSignal);
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw vendorError(thrown, { name, hasBegun, keys: secretsOf(vendor, request.key) });
  } finally {
    ended.abort();
  }
}

async function* partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<GeneratorPart> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      if (value.type === 'error') {
        // It only says that the stream ended without a reason: so does one without `finish`.
        if (isWithoutEnd(value.error)) return;
        throw value.error;
      }
      const part = partOf(value);
      if (part !== undefined) yield part;
      if (value.type === 'finish') return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => undefined);
  }
}

function isWithoutEnd(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

/** Undefined for what is none of ours: what it was told of, where blocks begin and end. */
function partOf(part: LanguageModelV4StreamPart): GeneratorPart | undefined {
  if (part.type === 'text-delta')
    return part.delta === '' ? undefined : { type: 'text-delta', text: part.delta };
  if (part.type === 'reasoning-delta') return { type: 'thinking' };
  if (part.type === 'tool-call')
    return { type: 'tool-call', call: { id: part.toolCallId, name: part.toolName, input: part.input } };
  if (part.type !== 'finish') return undefined;
  const { unified, raw } = part.finishReason;
  // Without a reason of the vendor's own the stream was cut off.
  if (raw === undefined || unified === 'interrupted') return undefined;
  return { type: 'finish', reason: reasonOf(unified), usage: usageOf(part.usage) };
}

function reasonOf(unified: string): FinishReason {
  if (unified === 'content-filter') return 'filtered';
  return unified === 'stop' || unified === 'length' || unified === 'tool-calls' ? unified : 'other';
}

/** Limits and prices are reckoned with it. */
function isCount(told: number): boolean {
  return Number.isSafeInteger(told) && told >= 0;
}

/** Some vendors' adapters tell zeros where nothing was told. */
function usageOf(
  usage: Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'],
): TokenUsage | undefined {
  const input = usage.inputTokens.total ?? 0;
  const output = usage.outputTokens.total ?? 0;
  const cached = usage.inputTokens.cacheRead ?? 0;
  if ((input === 0 && output === 0) || ![input, cached, output].every(isCount)) return undefined;
  return { input, cached: Math.min(input, cached), output };
}

/** @throws AppError `model_key_refused` before anything is called */
function keyOf({ provider, keys, key: deployed }: Vendor, own: string | undefined): string | undefined {
  const refused = (why: string): AppError => new AppError('model_key_refused', `${provider}: ${why}`);
  if (own !== undefined && keys === 'none') throw refused('it is called without a key of one’s own.');
  const key = own ?? deployed;
  if (key === undefined && keys === 'needed') throw refused('no key is set, and none was sent.');
  if (key !== undefined && !keyShape.test(key)) throw refused('the key is not one line of plain characters.');
  return key;
}

function secretsOf({ key }: Vendor, own: string | undefined): readonly string[] {
  return [own, key].filter((one) => one !== undefined);
}
