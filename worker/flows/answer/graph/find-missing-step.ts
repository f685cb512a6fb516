/**
 * Finds out why no proven chain leads from one definition to another: a step that only a name connects, or a first, last or middle step
 * that the graph does not contain.
 */

import { provenTiers } from '../../../core/code/edge.ts';
import type { NodeReference } from '../../graph/find-focus.ts';
import { maxNodes, type GraphOutcome, type GraphServices } from '../../graph/graph-query.ts';
import { queryGraph } from '../../graph/query-graph.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

/** What is known on both sides of a missing step. */
export interface MissingStep {
  /** What the start reaches. */
  readonly reached: Pick<GraphOutcome, 'total' | 'truncatedBy'>;
  /** What reaches the end. */
  readonly reaching: Pick<GraphOutcome, 'total' | 'truncatedBy'>;
}

interface ChainRequest {
  readonly from: NodeReference;
  readonly to: NodeReference;
  readonly depth: number;
}

/** @returns a chain in which at least one step is connected by a name alone; undefined if there is none */
export async function findUnprovenChain(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { from, to, depth }: ChainRequest,
): Promise<GraphOutcome | undefined> {
  const outcome = await queryGraph(services, resolved, {
    query: 'chain',
    ...from,
    to: to.symbol,
    toPath: to.path,
    tiers: [...provenTiers, 'name-match'],
    depth,
  });
  return outcome.edges.length === 0 ? undefined : outcome;
}

export async function findMissingStep(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { from, to, depth }: ChainRequest,
): Promise<MissingStep> {
  const [reached, reaching] = await Promise.all([
    queryGraph(services, resolved, { query: 'callees', ...from, depth, limit: maxNodes }),
    queryGraph(services, resolved, { query: 'callers', ...to, depth, limit: maxNodes }),
  ]);
  return { reached, reaching };
}

/** Names the missing step, as a sentence without its full stop. */
export function describeMissingStep(
  { reached, reaching }: MissingStep,
  { from, to, depth }: { readonly from: string; readonly to: string; readonly depth: number },
): string {
  if (reached.total === 0)
    return `The first step is missing: no call in \`${from}\` leads to a known definition of this repository`;
  if (reaching.total === 0) return `The last step is missing: \`${to}\` has no known callers`;
  return `A step between them is missing: in up to ${depth} calls, \`${from}\` reaches ${countDefinitions(reached)}, and ${countDefinitions(reaching)} ${reaching.total === 1 ? 'reaches' : 'reach'} \`${to}\`; no definition is in both`;
}

function countDefinitions({ total, truncatedBy }: MissingStep['reached']): string {
  return `${truncatedBy === undefined ? '' : 'at least '}${total.toLocaleString('en-US')} ${total === 1 ? 'definition' : 'definitions'}`;
}
