/** Evaluates a server's search: requests the 100 best chunks for each question, one call at a time. */

import type { Client } from '../../worker/contract/client.ts';
import type { SearchResult } from '../../worker/contract/search/schema.ts';
import { getTreeKey } from './case-tree.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import type { System } from './system.ts';
import type { Variant } from './variants.ts';

/** Maximum of the API. */
const maxChunks = 100;
/** Maximum query length of the API. */
const maxQueryLength = 4_000;

/** @param findId returns the server's id of a tree by its key */
export function createServedSystem(
  client: Client,
  findId: (key: string) => string,
  variant: Variant,
): System<SearchResult> {
  const warmedTrees = new Set<string>();
  const search = (evaluationCase: EvaluationCase) =>
    client.search(findId(getTreeKey(evaluationCase)), {
      ...variant.options,
      query: evaluationCase.query.slice(0, maxQueryLength),
      topK: maxChunks,
    });
  return {
    name: variant.name,
    rank: async (evaluationCase) => {
      // The first question about a tree loads index pages, so it runs twice and only the second run counts.
      if (!warmedTrees.has(getTreeKey(evaluationCase))) await search(evaluationCase);
      warmedTrees.add(getTreeKey(evaluationCase));
      const startedAt = performance.now();
      const { class: questionClass, confidence, covered, estimate, results } = await search(evaluationCase);
      const ms = performance.now() - startedAt;
      return { hits: results, class: questionClass, confidence, covered, estimate, ms };
    },
  };
}
