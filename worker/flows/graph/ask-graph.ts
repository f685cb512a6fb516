/**
 * A question to the graph of a published state: what it is about, a walk or a chain, the nodes it reached, and what was cut. The
 * edges told are those of the tiers asked for, resolved and import-scoped unless the request says otherwise.
 */

import { askChain } from './ask-chain.ts';
import { askNeighbours } from './ask-neighbours.ts';
import { askWalk } from './ask-walk.ts';
import type { GraphOutcome } from './graph-outcome.ts';
import { requireGraph, type GraphQuestion, type GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** @throws AppError `graph_missing` | `symbol_not_found` | `file_not_found` | `invalid_request` */
export async function askGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: GraphQuestion,
): Promise<GraphOutcome> {
  requireGraph(resolved);
  const { query } = asked;
  if (query === 'chain') return askChain(services, resolved, asked);
  if (query === 'neighbours') return askNeighbours(services, resolved, asked);
  return askWalk(services, resolved, { ...asked, query });
}
