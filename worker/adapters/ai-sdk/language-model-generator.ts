/**
 * Implements the `Generator` port with any model of the AI SDK: calls `doStream`, which tries once, and converts its parts. It creates its
 * own errors, because the SDK's errors contain the whole request, and no error may contain a prompt or a key.
 */

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '../../core/errors.ts';
import {
  formatModelName,
  parseModelName,
  type GeneratorEvent,
  type ProviderName,
} from '../../core/answers/generation.ts';
import type { GenerateRequest, Generator, ListedModel } from '../../ports/generator.ts';
import { toCallOptions, type ProviderFeatures } from './call-options.ts';
import { endAtFinish } from './end-of-stream.ts';
import { readStreamParts } from './stream-parts.ts';
import { createThinkingReader, passThrough } from './thinking-tag.ts';
import { refusedResponse, toProviderError } from './provider-error.ts';
import { listAt } from './untyped-json.ts';

interface ProviderConfig {
  readonly provider: ProviderName;
  /** The deployment's API key; undefined where it has none. */
  readonly key: string | undefined;
  /** `optional`: calls may have no key. `none`: calls use the deployment's binding, and users cannot bring keys. */
  readonly keys: 'needed' | 'optional' | 'none';
  readonly features: ProviderFeatures;
  /** Whether the text may start with reasoning in a tag. Servers that run arbitrary models do not remove it. */
  readonly hasThinkingTags: boolean;
  /** Undefined where the provider has no list of models. */
  readonly list: ModelList | undefined;
  readonly fetch: typeof fetch;
  /**
   * Loads the provider's SDK on first use, so that it does not slow down the start of a Worker that never needs it.
   * @param access the key and the `fetch` of this call
   */
  open(model: string, access: CallAccess): Promise<LanguageModelV4>;
}

interface CallAccess {
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** The characters that a header value may contain. The runtime would reject others with an error that contains the key. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;
/** A `.` or `..` segment. Some providers put the model's name into the URL, where such a segment would change the path. */
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/;

export function createLanguageModelGenerator(config: ProviderConfig): Generator {
  const { provider, keys } = config;
  return {
    provider,
    hasKey: config.key !== undefined || keys !== 'needed',
    generate: (request) => generate(config, request),
    async models({ key, signal }) {
      if (config.list === undefined) return [];
      const usedKey = resolveKey(config, key);
      const errorContext = { name: `The list of ${provider}’s models`, keys: listSecrets(config, key) };
      return listModels(config.list, { key: usedKey, fetch: config.fetch, signal, problem: errorContext });
    },
  };
}

async function* generate(config: ProviderConfig, request: GenerateRequest): AsyncGenerator<GeneratorEvent> {
  const { signal, model } = request;
  const name = formatModelName({ provider: config.provider, model });
  if (dotSegment.test(model))
    throw new AppError('model_refused', `${config.provider} has no model named ${JSON.stringify(model)}.`);
  const key = resolveKey(config, request.key);
  signal.throwIfAborted();
  // Aborts the call when reading ends for any reason; the consumer may stop early.
  const callEnd = new AbortController();
  let hasBegun = false;
  const guardedFetch: typeof fetch = async (input, init) => {
    // Time has passed since the last check, and not every `fetch` observes the signal.
    init?.signal?.throwIfAborted();
    // Following a redirect would send the key to another server.
    const response = await config.fetch(input, { ...init, redirect: 'manual' });
    hasBegun = response.ok;
    return response.ok && response.body !== null
      ? new Response(endAtFinish(response.body), response)
      : response;
  };
  try {
    const language = await config.open(model, { key, fetch: guardedFetch });
    const abortSignal = AbortSignal.any([signal, callEnd.signal]);
    const { stream } = await language.doStream({ ...toCallOptions(request, config.features), abortSignal });
    const thinking = config.hasThinkingTags ? createThinkingReader() : passThrough;
    yield* readStreamParts(stream, { name, thinking, signal: abortSignal });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw toProviderError(thrown, { name, hasBegun, keys: listSecrets(config, request.key) });
  } finally {
    callEnd.abort();
  }
}

/** @throws AppError `model_key_refused` before anything is called */
function resolveKey(
  { provider, keys, key: deployed }: ProviderConfig,
  userKey: string | undefined,
): string | undefined {
  const keyRefused = (reason: string): AppError =>
    new AppError('model_key_refused', `${provider}: ${reason}`);
  if (userKey !== undefined && keys === 'none')
    throw keyRefused('this provider does not accept your own API keys.');
  const key = userKey ?? deployed;
  if (key === undefined && keys === 'needed')
    throw keyRefused('no API key is configured, and the request contains none.');
  if (key !== undefined && !keyPattern.test(key))
    throw keyRefused('the API key must be one line of printable ASCII characters, at most 500.');
  return key;
}

function listSecrets({ key }: ProviderConfig, userKey: string | undefined): readonly string[] {
  return [userKey, key].filter((secret) => secret !== undefined);
}

export interface ModelList {
  readonly url: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  /** The field of the response that contains the list. */
  readonly field: string;
  /** Undefined for models that do not generate text. */
  readModel(item: unknown): ListedModel | undefined;
}

export const maxListedModels = 500;

export async function listModels(
  { url, headers, field, readModel }: ModelList,
  request: {
    readonly key: string | undefined;
    readonly fetch: typeof fetch;
    readonly signal: AbortSignal;
    readonly problem: { readonly name: string; readonly keys: readonly string[] };
  },
): Promise<readonly ListedModel[]> {
  const { signal, problem } = request;
  let hasBegun = false;
  try {
    const response = await request.fetch(url, { headers: headers(request.key), signal, redirect: 'manual' });
    hasBegun = response.ok;
    const text = await response.text();
    if (!response.ok)
      throw refusedResponse({
        ...problem,
        status: response.status,
        body: text,
        headers: Object.fromEntries(response.headers),
      });
    const models = listAt(JSON.parse(text) as unknown, field).flatMap((item) => readModel(item) ?? []);
    return models
      .filter(({ model }) => parseModelName(`compatible/${model}`) !== undefined)
      .slice(0, maxListedModels);
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw toProviderError(thrown, { ...problem, hasBegun });
  }
}
