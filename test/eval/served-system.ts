/** A server's search as a system: the 100 best chunks of each question, asked one after another. */

import type { Client } from '../../worker/contract/client.ts';
import type { SearchResult } from '../../worker/contract/search.ts';
import { treeKey } from './case-tree.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import type { System } from './system.ts';
import type { Variant } from './variants.ts';

/** The most the wire gives. */
const chunksAsked = 100;
/** The most the wire takes. */
const maxQuery = 4_000;

/** @param idOf the server's id of a tree by its key. */
export function servedSystem(
  client: Client,
  idOf: (key: string) => string,
  variant: Variant,
): System<SearchResult> {
  const asked = new Set<string>();
  const search = (one: EvaluationCase) =>
    client.search(idOf(treeKey(one)), {
      ...variant.options,
      query: one.query.slice(0, maxQuery),
      topK: chunksAsked,
    });
  return {
    name: variant.name,
    rank: async (one) => {
      // The first question about a tree loads its pages, and is asked twice.
      if (!asked.has(treeKey(one))) await search(one);
      asked.add(treeKey(one));
      const startedAt = performance.now();
      const { class: questionClass, confidence, covered, judged, results } = await search(one);
      const ms = performance.now() - startedAt;
      return { hits: results, class: questionClass, confidence, covered, judged, ms };
    },
  };
}
