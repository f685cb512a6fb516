/** The environment variables of search: how questions are read, and how candidates are found, ranked and assessed. */

import type { Variable } from './variable.ts';

export const searchVariables = [
  {
    name: 'PLANNER',
    default: 'embedded',
    meaning:
      '`embedded`: rules parse questions; `model`: the first of `MODELS` also rewrites them in the repository’s terms, and both versions are searched',
  },
  { name: 'TOP_K', default: '10', meaning: 'Default number of search results' },
  {
    name: 'CONTEXT_TOKENS',
    default: '12000',
    meaning:
      'Default maximum tokens of the context for a question: the definitions that `POST …/context` returns and that a model answers from',
  },
  {
    name: 'CONTEXT_SPANS',
    default: '24',
    meaning: 'Default maximum number of spans in the context for a question',
  },
  {
    name: 'DEFINITION_CHOICE',
    default: 'model',
    meaning:
      'Definitions that come first in the context for a question: `model`: those that the first of `MODELS` chooses from a list of the best ranked ones, if there is a model; `ranking`: the best ranked ones',
  },
  {
    name: 'CANDIDATES',
    default: '100',
    meaning: 'Candidates from the keyword index, and at most as many from the vectors, before ranking',
  },
  {
    name: 'RERANKER',
    default: 'learned',
    meaning:
      '`learned`: the learned ranker; `workers-ai`: the cross-encoder bge-reranker-base (binding `AI`) reranks its best results; `model`: the first of `MODELS` does',
  },
  {
    name: 'RERANK_K',
    default: '30',
    meaning: 'For `workers-ai` and `model`: number of best spans that are reranked among themselves',
  },
  {
    name: 'FILE_SELECTION',
    default: 'none',
    meaning:
      'Files that join the ranking: `map`: those whose path, definitions or headings match the question; `model`: those that the first of `MODELS` picks from the file tree; `none`: none',
  },
  {
    name: 'PICKED_WEIGHT',
    default: '0.4',
    meaning: 'For `map` and `model`: weight of a picked file, 0 to 1; the ranking has the rest',
  },
  {
    name: 'OUT_OF_SCOPE_BELOW',
    default: '0.3',
    meaning: 'A question is declined if the probability that the repository contains an answer is lower',
  },
  {
    name: 'LOW_CONFIDENCE_BELOW',
    default: '0.65',
    meaning:
      'An answer is marked low confidence if the probability that the best results answer the question is lower',
  },
] as const satisfies readonly Variable[];
