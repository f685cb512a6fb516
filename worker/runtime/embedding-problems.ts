/** Validates the choice of embedder, vector index and reranker. */

import { defaultModel, knownDimensions } from '../adapters/openai-compatible/embedder.ts';
import { maxDimensions } from '../adapters/vectorize/calls.ts';
import { bgeModels } from '../adapters/workers-ai/embedder.ts';

/** The embedder and its address, separate from the settings, which are public. */
export interface EmbedderChoice {
  readonly provider: 'embedded' | 'workers-ai' | 'openai' | 'none';
  readonly model: string;
  readonly url: string;
  readonly key: string;
  /** 0 if the model's dimensions are known. */
  readonly dimensions: number;
  readonly maxTokens: number;
}

export function findEmbeddingProblems(
  {
    embedder,
    vectorIndex,
    reranker,
  }: {
    readonly embedder: EmbedderChoice;
    readonly vectorIndex: string;
    readonly reranker: string;
  },
  environment: Readonly<Record<string, unknown>>,
): string[] {
  const { provider, model, dimensions, url } = embedder;
  const problems: string[] = [];
  const missing = (name: string, value: string, binding: string): void => {
    if (environment[binding] === undefined)
      problems.push(`${name} is ${value}, but the binding ${binding} is missing.`);
  };
  if (provider === 'workers-ai') {
    missing('EMBEDDER', provider, 'AI');
    if (model !== '' && !Object.hasOwn(bgeModels, model))
      problems.push(
        `EMBEDDER_MODEL is ${JSON.stringify(model)}; for workers-ai it must be one of ${Object.keys(bgeModels).join(', ')}.`,
      );
  }
  if (reranker === 'workers-ai') missing('RERANKER', reranker, 'AI');
  if (vectorIndex === 'vectorize') missing('VECTOR_INDEX', vectorIndex, 'VECTORIZE');
  if (provider !== 'openai') return problems;
  if (!/^https?:/.test(url) || !URL.canParse(url))
    problems.push(`EMBEDDER_URL is ${JSON.stringify(url)}; it must be an http:// or https:// address.`);
  const length = dimensions === 0 ? knownDimensions[model === '' ? defaultModel : model] : dimensions;
  if (length === undefined) problems.push(`EMBEDDER_DIMENSIONS is 0; set the dimensions of ${model}.`);
  if (vectorIndex === 'vectorize' && (length ?? 0) > maxDimensions)
    problems.push(
      `VECTOR_INDEX is vectorize, which supports at most ${maxDimensions} dimensions; the model has ${length}.`,
    );
  return problems;
}
