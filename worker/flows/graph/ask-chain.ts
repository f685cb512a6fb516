/** How one definition reaches another: the shortest chain of calls, or failing that of calls and of functions handed on. */

import type { EdgeKind } from '../../core/edge.ts';
import { AppError } from '../../core/errors.ts';
import { findChain, findCycle, type Chain } from '../../retrieval/find-chain.ts';
import { findFocus } from './find-focus.ts';
import type { GraphOutcome } from './graph-outcome.ts';
import { membersOf, repeatOf, wayOf, type GraphQuestion, type GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { whatCouldHide } from './what-could-hide.ts';

/** Steps a chain may have when the request does not say. */
const chainDepth = 8;

export async function askChain(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: GraphQuestion,
): Promise<GraphOutcome> {
  const { key } = resolved;
  if (asked.to === undefined && asked.toPath === undefined)
    throw new AppError('invalid_request', 'A chain needs an end: give `to`, the name of a definition.');
  const [focus, end] = await Promise.all([
    findFocus(services, key, { named: asked, mayBePackage: false }),
    findFocus(services, key, { named: { symbol: asked.to, path: asked.toPath }, mayBePackage: false }),
  ]);
  const [inside, insideEnd] = await Promise.all(
    [focus, end].map(({ ids }) => membersOf(services, resolved, ids)),
  );
  const ends = { from: [...focus.ids, ...(inside ?? [])], to: [...end.ids, ...(insideEnd ?? [])] };
  const way = { ...wayOf(services, asked), depth: asked.depth ?? chainDepth };
  const isSame = focus.ids.some((id) => end.ids.includes(id));
  const find = (kinds: readonly EdgeKind[]): Promise<Chain> =>
    isSame
      ? findCycle(services.graphStore, key, { ids: focus.ids, way: { ...way, kinds } })
      : findChain(services.graphStore, key, { ...ends, way: { ...way, kinds } });
  const calls = await find(asked.kinds ?? ['calls']);
  // What is handed on may be called by whoever has it.
  const chain = calls.edges.length > 0 || asked.kinds !== undefined ? calls : await find(['calls', 'uses']);
  const ids =
    chain.edges.length === 0 ? [] : [chain.edges[0]?.from ?? '', ...chain.edges.map((edge) => edge.to)];
  // A definition that reaches itself stands at both ends.
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
    hidden: nodes.length === 0 ? await whatCouldHide(services, resolved, { query: 'chain', focus: end }) : [],
    repeat: repeatOf(resolved, asked),
  };
}
