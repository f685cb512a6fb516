/**
 * The `AI` binding as documented. Embedding has the supported models, at most 100 texts per call, the `pooling` option and the documented
 * errors (https://developers.cloudflare.com/workers-ai/). Reranking has the schema of bge-reranker-base
 * (https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/).
 */

import { createHashingEmbedder } from './hashing-embedder.ts';
import type { AiBinding } from '../../../worker/adapters/workers-ai/embedder.ts';
import { isStopWord, extractTerms } from '../../../worker/core/text/terms.ts';
import type { RerankingBinding } from '../../../worker/adapters/workers-ai/reranker.ts';

interface FakeWorkersAi extends AiBinding, Scripted {
  readonly calls: {
    readonly model: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly options: Parameters<AiBinding['run']>[2];
  }[];
}

const modelDimensions: Readonly<Record<string, number>> = {
  '@cf/baai/bge-small-en-v1.5': 384,
  '@cf/baai/bge-base-en-v1.5': 768,
  '@cf/baai/bge-large-en-v1.5': 1_024,
  '@cf/baai/bge-m3': 1_024,
};

const maxTexts = 100;
/** 512 tokens, generously estimated at 16 characters each. */
const maxCharacters = 512 * 16;

/** Embeds texts by hashing their words. The vectors are not normalized. */
export function createFakeWorkersAi(): FakeWorkersAi {
  const calls: FakeWorkersAi['calls'] = [];
  const scripted = scriptedRun<AiBinding['run']>(
    (model, inputs, options) => void calls.push({ model, inputs, options }),
    async (model, inputs) => {
      const dimensions = modelDimensions[model];
      if (dimensions === undefined) throw new Error(`5007: No such model ${model} or task`);
      const { text, pooling } = inputs;
      const unknown = Object.keys(inputs).filter((name) => name !== 'text' && name !== 'pooling');
      if (unknown.length > 0 || !Array.isArray(text) || text.length === 0)
        throw new Error('5004: Invalid data: text is required');
      if (text.length > maxTexts) throw new Error('5004: Invalid data: at most 100 texts');
      if (text.some((item) => typeof item !== 'string' || item === ''))
        throw new Error('5004: Invalid data: a text is empty');
      if (model !== '@cf/baai/bge-m3' && text.some((item: string) => item.length > maxCharacters))
        throw new Error('3006: Request is too large');
      const embedder = createHashingEmbedder(dimensions);
      const vectors = await Promise.all(text.map((item: string) => embedder.embedQuery(item)));
      const data = vectors.map((vector) => Array.from(vector, (value) => value * 3));
      return { shape: [data.length, dimensions], data, ...(pooling !== undefined && { pooling }) };
    },
  );
  return Object.assign(scripted, { calls });
}

type Run = (...parameters: never[]) => Promise<unknown>;

interface Scripted {
  /** Replaces the result of the next call. An error is thrown. */
  nextResult: unknown;
}

/** @param onCall receives the arguments of each call before the call is answered */
function scriptedRun<Answer extends Run>(
  onCall: (...parameters: Parameters<Answer>) => void,
  answer: (...parameters: Parameters<Answer>) => Promise<unknown>,
): Scripted & { run(...parameters: Parameters<Answer>): Promise<unknown> } {
  const scripted = {
    nextResult: undefined as unknown,
    async run(...parameters: Parameters<Answer>): Promise<unknown> {
      onCall(...parameters);
      const { nextResult } = scripted;
      scripted.nextResult = undefined;
      if (nextResult instanceof Error) throw nextResult;
      return nextResult === undefined ? answer(...parameters) : nextResult;
    },
  };
  return scripted;
}

type Inputs = Parameters<RerankingBinding['run']>[1];
type Options = Parameters<RerankingBinding['run']>[2];

interface FakeAiReranker extends RerankingBinding, Scripted {
  readonly calls: { readonly model: string; readonly inputs: Inputs; readonly options: Options }[];
}

const inputNames: ReadonlySet<string> = new Set(['query', 'contexts', 'top_k']);

/**
 * Accepts a query and texts of at least one character, and `top_k` from 1. Returns the best scores first, each with the index of its text.
 * A score is the fraction of the query's words that occur in the text.
 */
export function createFakeAiReranker(): FakeAiReranker {
  const calls: FakeAiReranker['calls'] = [];
  const scripted = scriptedRun<RerankingBinding['run']>(
    (model, inputs, options) => void calls.push({ model, inputs, options }),
    async (model, inputs) => {
      if (model !== '@cf/baai/bge-reranker-base') throw new Error(`5007: No such model ${model} or task`);
      const problem = findProblem(inputs);
      if (problem !== undefined) throw new Error(problem);
      const queryTerms = new Set(extractTerms(inputs.query).filter((term) => !isStopWord(term)));
      const scored = inputs.contexts.map(({ text }, id) => ({
        id,
        score: matchedFraction(queryTerms, text),
      }));
      return { response: scored.toSorted((a, b) => b.score - a.score).slice(0, inputs.top_k) };
    },
  );
  return Object.assign(scripted, { calls });
}

function findProblem({ query, contexts, top_k, ...others }: Inputs): string | undefined {
  const unknown = Object.keys(others).filter((name) => !inputNames.has(name));
  if (unknown.length > 0) return `5004: Invalid data: ${unknown.join(', ')} is unknown`;
  if (typeof query !== 'string' || query === '') return '5004: Invalid data: query is required';
  if (!Number.isInteger(top_k) || top_k < 1) return '5004: Invalid data: top_k must be at least 1';
  if (!Array.isArray(contexts) || contexts.length === 0) return '5004: Invalid data: contexts is required';
  if (contexts.some((context) => Object.keys(context).join(',') !== 'text' || context.text === ''))
    return '5004: Invalid data: a text is empty';
  return contexts.some(({ text }) => query.length + text.length > maxCharacters)
    ? '3006: Request is too large'
    : undefined;
}

function matchedFraction(queryTerms: ReadonlySet<string>, text: string): number {
  const textTerms = new Set(extractTerms(text));
  return [...queryTerms].filter((term) => textTerms.has(term)).length / Math.max(1, queryTerms.size);
}
