/** Finds how one definition reaches another: the shortest chain of calls, otherwise of calls and functions passed as values. */

import type { EdgeKind } from '../../core/code/edge.ts';
import { AppError } from '../../core/errors.ts';
import { findChain, findCycle, type Chain } from '../../retrieval/graph/find-chain.ts';
import { findFocus } from './find-focus.ts';
import {
  type GraphOutcome,
  findMembers,
  queryUrl,
  walkLimits,
  type GraphQuery,
  type GraphServices,
} from './graph-query.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { explainPossibleGaps } from './explain-gaps.ts';

/** Maximum length of a chain if the query sets no depth. */
const chainDepth = 8;

export async function queryChain(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery,
): Promise<GraphOutcome> {
  const { key } = resolved;
  if (request.to === undefined && request.toPath === undefined)
    throw new AppError('invalid_request', 'A chain needs an end. Set `to` to the name of a definition.');
  const [focus, end] = await Promise.all([
    findFocus(services, key, { named: request, mayBePackage: false }),
    findFocus(services, key, { named: { symbol: request.to, path: request.toPath }, mayBePackage: false }),
  ]);
  const [focusMembers, endMembers] = await Promise.all(
    [focus, end].map(({ ids }) => findMembers(services, resolved, ids)),
  );
  const ends = { from: [...focus.ids, ...(focusMembers ?? [])], to: [...end.ids, ...(endMembers ?? [])] };
  const limits = { ...walkLimits(services, request), depth: request.depth ?? chainDepth };
  const isSame = focus.ids.some((id) => end.ids.includes(id));
  const find = (kinds: readonly EdgeKind[]): Promise<Chain> =>
    isSame
      ? findCycle(services.graphStore, key, { ids: focus.ids, options: { ...limits, kinds } })
      : findChain(services.graphStore, key, { ...ends, options: { ...limits, kinds } });
  const calls = await find(request.kinds ?? ['calls']);
  // A function passed as a value may be called by its receiver.
  const chain = calls.edges.length > 0 || request.kinds !== undefined ? calls : await find(['calls', 'uses']);
  const ids =
    chain.edges.length === 0 ? [] : [chain.edges[0]?.from ?? '', ...chain.edges.map((edge) => edge.to)];
  // A definition that reaches itself is both ends of the chain.
  const known = await services.graphStore.nodes(key, [...new Set(ids)]);
  const nodes = ids.flatMap((id, distance) =>
    known.filter((node) => node.id === id).map((node) => ({ ...node, distance })),
  );
  return {
    query: 'chain',
    focus: focus.node,
    within: [],
    others: focus.others,
    nodes,
    edges: chain.edges,
    unsure: [],
    total: nodes.length,
    truncatedBy: nodes.length === 0 ? chain.cutBy : undefined,
    gaps:
      nodes.length === 0
        ? await explainPossibleGaps(services, resolved, {
            query: 'chain',
            focus: end,
            kinds: request.kinds ?? ['calls', 'uses'],
            tiers: request.tiers,
          })
        : [],
    repeat: queryUrl(resolved, request),
  };
}
