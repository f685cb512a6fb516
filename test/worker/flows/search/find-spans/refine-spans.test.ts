import { expect, it } from 'vitest';
import { chooseRanker } from '../../../../../worker/flows/search/find-spans/refine-spans.ts';

it.each([
  [undefined, { ranker: 'learned', reranking: undefined }],
  ['learned', { ranker: 'learned', reranking: 'none' }],
  ['cross-encoder', { ranker: 'learned', reranking: 'cross-encoder' }],
  ['signals', { ranker: 'signals', reranking: 'none' }],
  ['none', { ranker: 'none', reranking: 'none' }],
] as const)('splits the reranker option %s into a ranker and a reranking', (request, steps) =>
  expect(chooseRanker(request)).toEqual(steps),
);
