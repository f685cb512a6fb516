/** Creates the embedder, vector index and reranker that the settings select. */

import { createD1VectorLedger } from '../adapters/d1/vector-ledger.ts';
import type { IndexDatabases } from '../adapters/d1/sql/statements.ts';
import { createDurableVectorIndex } from '../adapters/durable-objects/vector-index.ts';
import { createEmbeddedEmbedder } from '../adapters/embedded/embedder.ts';
import {
  createOpenAiEmbedder,
  defaultModel,
  knownDimensions,
} from '../adapters/openai-compatible/embedder.ts';
import { createVectorizeIndex } from '../adapters/vectorize/vector-index.ts';
import { bgeModels, createWorkersAiEmbedder, type BgeModelName } from '../adapters/workers-ai/embedder.ts';
import { createWorkersAiReranker } from '../adapters/workers-ai/reranker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { Config } from './config.ts';
import type { EmbedderChoice } from './embedding-problems.ts';
import type { Environment } from './environment.ts';

/** The runtime rejects `fetch` if it is called as a method of another object. */
export const globalFetch: typeof fetch = (...parameters) => fetch(...parameters);

type Provider = EmbedderChoice['provider'];

const embedders = {
  embedded: () => createEmbeddedEmbedder(),
  none: () => undefined,
  'workers-ai': ({ model }, { AI }) =>
    AI === undefined ? undefined : createWorkersAiEmbedder(AI, toBgeModel(model)),
  openai: ({ url, model, key, dimensions, maxTokens }) => {
    const name = model === '' ? defaultModel : model;
    const length = dimensions === 0 ? (knownDimensions[name] ?? 0) : dimensions;
    return createOpenAiEmbedder({ url, model: name, key, dimensions: length, maxTokens, fetch: globalFetch });
  },
} as const satisfies Record<
  Provider,
  (choice: EmbedderChoice, environment: Environment) => Embedder | undefined
>;

const vectorIndexes = {
  embedded: ({ environment, embedder }) =>
    createDurableVectorIndex(
      (repository) => environment.VECTOR_SHARD.get(environment.VECTOR_SHARD.idFromName(repository)),
      embedder?.space,
    ),
  vectorize: ({ environment, databases, clock }) => {
    if (environment.VECTORIZE === undefined) throw new Error('The binding VECTORIZE is missing.');
    return createVectorizeIndex({
      index: environment.VECTORIZE,
      ledger: createD1VectorLedger(databases),
      clock,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  },
} as const satisfies Record<Config['vectorIndex'], (parts: VectorParts) => VectorIndex>;

const rerankers = {
  learned: () => undefined,
  // Created for each question, from the models that it may use.
  model: () => undefined,
  'workers-ai': ({ AI }) => (AI === undefined ? undefined : createWorkersAiReranker(AI)),
} as const satisfies Record<Config['reranker'], (environment: Environment) => Reranker | undefined>;

interface VectorParts {
  readonly environment: Environment;
  readonly databases: IndexDatabases;
  readonly clock: Clock;
  readonly embedder: Embedder | undefined;
}

/** Undefined if embedding is disabled. */
export function createEmbedder(config: Config, environment: Environment): Embedder | undefined {
  return embedders[config.embedder.provider](config.embedder, environment);
}

export function createVectorIndex(config: Config, parts: VectorParts): VectorIndex {
  return vectorIndexes[config.vectorIndex](parts);
}

/** Undefined if there is no cross-encoder. */
export function createReranker(config: Config, environment: Environment): Reranker | undefined {
  return rerankers[config.reranker](environment);
}

function toBgeModel(name: string): BgeModelName {
  return isBgeModel(name) ? name : 'base';
}

function isBgeModel(name: string): name is BgeModelName {
  return Object.hasOwn(bgeModels, name);
}
