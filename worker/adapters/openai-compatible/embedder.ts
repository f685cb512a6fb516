/**
 * Implements the `Embedder` port with any server that has OpenAI's `POST /embeddings` (https://platform.openai.com/docs/api-reference/embeddings),
 * including local servers. Each text is sent as one string: name, path, body.
 */

import { truncateToTokens } from '../../core/text/tokens.ts';
import {
  embedNonEmptyTexts,
  joinFields,
  unitVector,
  type EmbeddingSpace,
} from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** Well below OpenAI's limits of 2,048 inputs and 300,000 tokens per request, so that small local servers accept it too. */
const maxTexts = 64;
/** After this time without a response, the call fails and is retried later. */
const timeoutMs = 60_000;
/** Maximum characters of an error response that the operator sees. */
const maxShownCharacters = 300;

export const defaultModel = 'text-embedding-3-small';
/** Default vector lengths of OpenAI's own models. */
export const knownDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
};

export interface OpenAiEmbedderOptions {
  /** Without a trailing slash and without `/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Empty if the server needs none. */
  readonly key: string;
  readonly dimensions: number;
  /** Maximum input tokens of a text. */
  readonly maxTokens: number;
  readonly fetch: typeof fetch;
}

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimensions, maxTokens } = options;
  const space: EmbeddingSpace = { name: `openai:${model}@${dimensions}`, dimensions };
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> => {
    const body = {
      model,
      input: texts.map((text) => truncateToTokens(text, maxTokens)),
      encoding_format: 'float',
      // Only OpenAI's newer models can shorten vectors and support this field.
      ...(isShortened(model, dimensions) && { dimensions }),
    };
    const answer = await post(options, body, signal);
    return readVectors(answer, texts.length, space);
  };
  return {
    space,
    maxTexts,
    embed: (texts) => embedNonEmptyTexts(texts.map(joinFields), dimensions, embed),
    async embedQuery(query, signal) {
      const [vector] = await embedNonEmptyTexts([query], dimensions, (nonEmpty) => embed(nonEmpty, signal));
      return vector ?? new Float32Array(dimensions);
    },
  };
}

function isShortened(model: string, dimensions: number): boolean {
  return model.startsWith('text-embedding-3-') && dimensions !== knownDimensions[model];
}

async function post(
  { url, key, fetch, model }: OpenAiEmbedderOptions,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const unavailableError = (cause: unknown): AppError =>
    new AppError('embedder_unavailable', `The server of ${model} did not answer: ${String(cause)}`, {
      cause,
    });
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
  }).catch((cause: unknown) => {
    throw unavailableError(cause);
  });
  const text = await response.text().catch((cause: unknown) => {
    throw unavailableError(cause);
  });
  if (!response.ok) throw toResponseError(model, response.status, text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('embedder_failed', `The server of ${model} returned invalid JSON.`, { cause });
  }
}

/** Rate limits, timeouts and server errors are retryable. A retry would repeat any other error. */
function toResponseError(model: string, status: number, text: string): AppError {
  const isRetryable = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
  const message = `The server of ${model} answered ${status}: ${text.slice(0, maxShownCharacters)}`;
  return new AppError(isRetryable ? 'embedder_unavailable' : 'embedder_failed', message, {
    details: { status },
  });
}

/** Reads the vectors by their index in the input, since the response may have another order. */
function readVectors(answer: unknown, count: number, { name, dimensions }: EmbeddingSpace): Float32Array[] {
  const data: unknown =
    typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [position, item] of (Array.isArray(data) ? (data as readonly unknown[]) : []).entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const values: readonly unknown[] = Array.isArray(embedding) ? embedding : [];
    const isComplete = values.length === dimensions && values.every((value) => Number.isFinite(value));
    if (typeof index !== 'number' || !(index >= 0 && index < count) || !isComplete)
      throw new AppError(
        'embedder_failed',
        `${name} returned a vector of ${values.length} values, but EMBEDDER_DIMENSIONS is ${dimensions}.`,
      );
    vectors[index] = unitVector(Float32Array.from(values, Number)) ?? new Float32Array(dimensions);
  }
  const presentVectors = vectors.filter((vector) => vector !== undefined);
  if (presentVectors.length !== count)
    throw new AppError(
      'embedder_failed',
      `${name} returned ${presentVectors.length} vectors for ${count} texts.`,
    );
  return presentVectors;
}
