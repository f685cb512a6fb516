/** A server's search as a system: requests the 100 best chunks of each question, one call at a time. */

import type { Client } from '../../worker/contract/client.ts';
import type { SearchResult } from '../../worker/contract/search/schema.ts';
import { treeKey } from './case-tree.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import type { System } from './system.ts';
import type { Variant } from './variants.ts';

/** Maximum of the API. */
const maxChunks = 100;
/** Maximum query length of the API. */
const maxQuery = 4_000;

/** @param findId returns the server's id of a tree by its key */
export function servedSystem(
  client: Client,
  findId: (key: string) => string,
  variant: Variant,
): System<SearchResult> {
  const warmedTrees = new Set<string>();
  const search = (one: EvaluationCase) =>
    client.search(findId(treeKey(one)), {
      ...variant.options,
      query: one.query.slice(0, maxQuery),
      topK: maxChunks,
    });
  return {
    name: variant.name,
    rank: async (one) => {
      // The first question about a tree loads index pages, so it runs twice.
      if (!warmedTrees.has(treeKey(one))) await search(one);
      warmedTrees.add(treeKey(one));
      const startedAt = performance.now();
      const { class: questionClass, confidence, covered, judged, results } = await search(one);
      const ms = performance.now() - startedAt;
      return { hits: results, class: questionClass, confidence, covered, judged, ms };
    },
  };
}
