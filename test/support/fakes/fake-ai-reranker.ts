/**
 * The reranking part of the `AI` binding, restricted to the documented schema of bge-reranker-base: a query and texts of at least one
 * character, `top_k` from 1, nothing else. Scores come best first, each with the index of its text
 * (https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/). A score is the fraction of the query's words in the text.
 */

import { isStopWord, extractTerms } from '../../../worker/core/text/terms.ts';
import { scriptedRun, type Scripted } from './scripted-binding.ts';
import type { RerankingBinding } from '../../../worker/adapters/workers-ai/reranker.ts';

type Inputs = Parameters<RerankingBinding['run']>[1];
type Options = Parameters<RerankingBinding['run']>[2];

interface FakeAiReranker extends RerankingBinding, Scripted {
  readonly calls: { readonly model: string; readonly inputs: Inputs; readonly options: Options }[];
}

/** 512 tokens, generously estimated at 16 characters each. */
const maxCharacters = 512 * 16;
const inputNames: ReadonlySet<string> = new Set(['query', 'contexts', 'top_k']);

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
  if (contexts.some((one) => Object.keys(one).join(',') !== 'text' || one.text === ''))
    return '5004: Invalid data: a text is empty';
  return contexts.some(({ text }) => query.length + text.length > maxCharacters)
    ? '3006: Request is too large'
    : undefined;
}

function matchedFraction(queryTerms: ReadonlySet<string>, text: string): number {
  const textTerms = new Set(extractTerms(text));
  return [...queryTerms].filter((term) => textTerms.has(term)).length / Math.max(1, queryTerms.size);
}
