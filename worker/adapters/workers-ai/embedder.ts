/** Implements the `Embedder` port with the bge models of Workers AI, through the `AI` binding. Each text is sent as one string: name, path, body. */

import { truncateToTokens } from '../../core/text/tokens.ts';
import {
  embedNonEmptyTexts,
  joinFields,
  unitVector,
  type EmbeddingSpace,
} from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { toBindingError, signalOption } from './binding-error.ts';

interface BgeModel {
  readonly id: string;
  readonly dimensions: number;
  /** Maximum input tokens: https://developers.cloudflare.com/workers-ai/models/ */
  readonly maxTokens: number;
  /** `cls` works better than the default on long inputs. Vectors with different pooling cannot be compared. */
  readonly pooling?: 'cls';
  /** The prefix that queries had in the model's training. Texts have no prefix. */
  readonly queryPrefix: string;
}

const englishQuery = 'Represent this sentence for searching relevant passages: ';

export const bgeModels = {
  small: {
    id: '@cf/baai/bge-small-en-v1.5',
    dimensions: 384,
    maxTokens: 512,
    pooling: 'cls',
    queryPrefix: englishQuery,
  },
  base: {
    id: '@cf/baai/bge-base-en-v1.5',
    dimensions: 768,
    maxTokens: 512,
    pooling: 'cls',
    queryPrefix: englishQuery,
  },
  large: {
    id: '@cf/baai/bge-large-en-v1.5',
    dimensions: 1_024,
    maxTokens: 512,
    pooling: 'cls',
    queryPrefix: englishQuery,
  },
  m3: { id: '@cf/baai/bge-m3', dimensions: 1_024, maxTokens: 8_192, queryPrefix: '' },
} as const satisfies Record<string, BgeModel>;

export type BgeModelName = keyof typeof bgeModels;

/** Maximum texts per call: https://developers.cloudflare.com/workers-ai/platform/limits/ */
const maxTexts = 100;

const errorCodes = { permanent: 'embedder_failed', transient: 'embedder_unavailable' } as const;

/** The part of the binding that this adapter needs. */
export interface AiBinding {
  run(
    model: string,
    inputs: { readonly text: readonly string[]; readonly pooling?: 'cls' },
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

export function createWorkersAiEmbedder(ai: AiBinding, name: BgeModelName): Embedder {
  const model: BgeModel = bgeModels[name];
  const space: EmbeddingSpace = {
    name: `workers-ai:${model.id}${model.pooling === undefined ? '' : `:${model.pooling}`}`,
    dimensions: model.dimensions,
  };
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> => {
    const pooling = model.pooling === undefined ? {} : { pooling: model.pooling };
    const inputs = { text: texts.map((text) => truncateToTokens(text, model.maxTokens)), ...pooling };
    const answer = await ai.run(model.id, inputs, signalOption(signal)).catch((cause: unknown) => {
      throw toBindingError(`Workers AI did not embed with ${model.id}`, cause, errorCodes);
    });
    return readVectors(answer, texts.length, space);
  };
  return {
    space,
    maxTexts,
    embed: (texts) => embedNonEmptyTexts(texts.map(joinFields), space.dimensions, embed),
    async embedQuery(query, signal) {
      const prefixedQuery = query.trim() === '' ? '' : model.queryPrefix + query;
      const [vector] = await embedNonEmptyTexts([prefixedQuery], space.dimensions, (nonEmpty) =>
        embed(nonEmpty, signal),
      );
      return vector ?? new Float32Array(space.dimensions);
    },
  };
}

function readVectors(answer: unknown, count: number, { name, dimensions }: EmbeddingSpace): Float32Array[] {
  const data: unknown =
    typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  if (rows.length !== count)
    throw new AppError('embedder_failed', `${name} returned ${rows.length} vectors for ${count} texts.`);
  return rows.map((row) => {
    const values: readonly unknown[] = Array.isArray(row) ? row : [];
    const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value));
    if (numbers.length !== dimensions || values.length !== dimensions)
      throw new AppError('embedder_failed', `${name} returned a vector that is not ${dimensions} numbers.`);
    return unitVector(Float32Array.from(values, Number)) ?? new Float32Array(dimensions);
  });
}
