/** What embeds, what finds by vectors and what reranks, by the names the settings give them. */

import { createD1VectorLedger } from '../adapters/d1/vector-ledger.ts';
import type { IndexDatabases } from '../adapters/d1/statements.ts';
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
import type { Config, EmbedderChoice } from './config.ts';
import type { Environment } from './environment.ts';

/** Called as a method of another object it is refused. */
export const globalFetch: typeof fetch = (...of) => fetch(...of);

type Provider = EmbedderChoice['provider'];

const embedders = {
  embedded: () => createEmbeddedEmbedder(),
  none: () => undefined,
  'workers-ai': ({ model }, { AI }) =>
    AI === undefined ? undefined : createWorkersAiEmbedder(AI, bgeModelOf(model)),
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
  // It is made anew for each question, of the models that question may have help of.
  model: () => undefined,
  'workers-ai': ({ AI }) => (AI === undefined ? undefined : createWorkersAiReranker(AI)),
} as const satisfies Record<Config['reranker'], (environment: Environment) => Reranker | undefined>;

interface VectorParts {
  readonly environment: Environment;
  readonly databases: IndexDatabases;
  readonly clock: Clock;
  readonly embedder: Embedder | undefined;
}

/** Undefined where the settings say that nothing embeds. */
export function embedderOf(config: Config, environment: Environment): Embedder | undefined {
  return embedders[config.embedder.provider](config.embedder, environment);
}

export function vectorIndexOf(config: Config, parts: VectorParts): VectorIndex {
  return vectorIndexes[config.vectorIndex](parts);
}

/** Undefined where the fitted ranker has the last word. */
export function rerankerOf(config: Config, environment: Environment): Reranker | undefined {
  return rerankers[config.reranker](environment);
}

function bgeModelOf(name: string): BgeModelName {
  return isBgeModel(name) ? name : 'base';
}

function isBgeModel(name: string): name is BgeModelName {
  return Object.hasOwn(bgeModels, name);
}
