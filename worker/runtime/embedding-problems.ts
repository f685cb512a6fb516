/** What is wrong with the choice of what embeds, what finds by vectors and what reranks, all of it at once. */

import { defaultModel, knownDimensions } from '../adapters/openai-compatible/embedder.ts';
import { maxDimensions } from '../adapters/vectorize/calls.ts';
import { bgeModels } from '../adapters/workers-ai/embedder.ts';
import type { Config } from './config.ts';

export function embeddingProblems(
  { embedder, vectorIndex, reranker }: Pick<Config, 'embedder' | 'vectorIndex' | 'reranker'>,
  environment: Readonly<Record<string, unknown>>,
): string[] {
  const { provider, model, dimensions, url } = embedder;
  const problems: string[] = [];
  const missing = (name: string, value: string, binding: string): void => {
    if (environment[binding] === undefined)
      problems.push(`${name} is ${value}; the binding ${binding} is missing.`);
  };
  if (provider === 'workers-ai') {
    missing('EMBEDDER', provider, 'AI');
    if (model !== '' && !Object.hasOwn(bgeModels, model))
      problems.push(
        `EMBEDDER_MODEL is ${JSON.stringify(model)}; of workers-ai it must be one of ${Object.keys(bgeModels).join(', ')}.`,
      );
  }
  if (reranker === 'workers-ai') missing('RERANKER', reranker, 'AI');
  if (vectorIndex === 'vectorize') missing('VECTOR_INDEX', vectorIndex, 'VECTORIZE');
  if (provider !== 'openai') return problems;
  if (!/^https?:/.test(url) || !URL.canParse(url))
    problems.push(
      `EMBEDDER_URL is ${JSON.stringify(url)}; it must be an address that begins with http:// or https://.`,
    );
  const length = dimensions === 0 ? knownDimensions[model === '' ? defaultModel : model] : dimensions;
  if (length === undefined)
    problems.push(`EMBEDDER_DIMENSIONS is 0; the length of the vectors of ${model} must be told.`);
  if (vectorIndex === 'vectorize' && (length ?? 0) > maxDimensions)
    problems.push(
      `VECTOR_INDEX is vectorize, which takes ${maxDimensions} dimensions; the model has ${length}.`,
    );
  return problems;
}
