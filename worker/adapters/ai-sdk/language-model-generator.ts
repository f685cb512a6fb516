/**
 * The port `Generator` over any model of the AI SDK: calls `doStream`, which tries once, and tells its parts in ours. What fails is told in
 * the port's errors, made anew: those of the SDK hold the whole request, and no error of ours may hold a prompt or a key.
 */

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '../../core/errors.ts';
import { modelId, type GeneratorPart, type ProviderName } from '../../core/generation.ts';
import type { GenerateRequest, Generator } from '../../ports/generator.ts';
import { callOptionsOf, type CallHabits } from './call-options.ts';
import { endStream } from './end-stream.ts';
import { listModels, type ModelList } from './list-models.ts';
import { partsOfStream } from './parts-of-stream.ts';
import { createThoughtReader, thoughtless } from './think-tag.ts';
import { vendorError } from './vendor-error.ts';

export interface Vendor {
  readonly provider: ProviderName;
  /** The deployment's; undefined where it has none. */
  readonly key: string | undefined;
  /** `optional`: it may be called without any. `none`: it is called with what the deployment has and takes no key from askers. */
  readonly keys: 'needed' | 'optional' | 'none';
  readonly habits: CallHabits;
  /** Whether its models may write what they think at the head of their text, in a tag: servers of any model leave it there. */
  readonly thinksInText: boolean;
  /** Undefined where it has no list. */
  readonly list: ModelList | undefined;
  readonly fetch: typeof fetch;
  /**
   * Loads the vendor's SDK the first time, so that a Worker that never calls it does not wait for it as it starts.
   * @param calling what it is to call with: `fetch` of this one call
   */
  open(model: string, calling: Calling): Promise<LanguageModelV4>;
}

interface Calling {
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
    return response.ok && response.body !== null
      ? new Response(endStream(response.body), response)
      : response;
  };
  try {
    const language = await vendor.open(model, { key, fetch: calling });
    const abortSignal = AbortSignal.any([signal, ended.signal]);
    const { stream } = await language.doStream({ ...callOptionsOf(request, vendor.habits), abortSignal });
    const thoughts = vendor.thinksInText ? createThoughtReader() : thoughtless;
    yield* partsOfStream(stream, { name, thoughts, signal: abortSignal });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw vendorError(thrown, { name, hasBegun, keys: secretsOf(vendor, request.key) });
  } finally {
    ended.abort();
  }
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
