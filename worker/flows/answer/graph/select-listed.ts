/** Selects the results of a graph query that an answer lists in sentences. All results are counted. */

import type { GraphOutcome } from '../../graph/graph-query.ts';
import { toResultItems, type ResultItem } from './graph-items.ts';

/** Maximum results listed in sentences. A table contains all results if there are more. */
const maxListed = { code: 60, tests: 60, indirect: 60 } as const;

interface ListedItems {
  readonly listed: ReadonlySet<ResultItem>;
  readonly countUnlisted: (items: readonly ResultItem[]) => number;
}

/** Selects the results that sentences list: the first of each group. */
export function selectListed(items: readonly ResultItem[]): ListedItems {
  const remaining: Record<keyof typeof maxListed, number> = { ...maxListed };
  const listed = new Set(
    items.filter(({ isOutgoing, node, distance }) => {
      const group = distance > 1 && !isOutgoing ? 'indirect' : node.role === 'test' ? 'tests' : 'code';
      remaining[group] -= 1;
      return remaining[group] >= 0;
    }),
  );
  return { listed, countUnlisted: (all) => all.filter((item) => !listed.has(item)).length };
}

/** Lists callers of callers, without those that call the focus or one of its overloads too. */
export function indirectItems(
  outcome: GraphOutcome | undefined,
  { nodes, focus, within }: GraphOutcome,
): readonly ResultItem[] {
  if (outcome === undefined) return [];
  const direct = new Set([focus, ...within, ...nodes].map(({ id }) => id));
  return toResultItems('callers', outcome, true).filter(
    ({ distance, node }) => distance > 1 && !direct.has(node.id),
  );
}
