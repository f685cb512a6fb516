/** Orders calls between the best definitions: those that lead to the best definition, and those that it leads to. */

import type { GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { ReadableDefinition } from '../context/readable-definition.ts';

export type Call = Pick<GraphEdge, 'from' | 'to' | 'path' | 'line'>;

const maxCalls = 6;
const maxOmitted = 3;

export interface Trace {
  /** In the order in which they are made; empty if fewer than two were found. */
  readonly calls: readonly Call[];
  /** The first calls that follow these. */
  readonly omitted: readonly Call[];
}

const noTrace: Trace = { calls: [], omitted: [] };

/**
 * @param definitions best first
 * @param calls proven calls from them, in any order
 */
export function findTrace(
  definitions: readonly Pick<ReadableDefinition, 'symbolId'>[],
  calls: readonly Call[],
): Trace {
  const [best] = definitions;
  if (best?.symbolId === undefined) return noTrace;
  const known = new Set(definitions.map(({ symbolId }) => symbolId));
  const between = calls
    .filter(({ from, to }) => from !== to && known.has(from) && known.has(to))
    .toSorted((a, b) => a.line - b.line);
  const ordered = followCalls(findFirst(best.symbolId, between), between);
  if (ordered.length < 2) return noTrace;
  return { calls: ordered.slice(0, maxCalls), omitted: ordered.slice(maxCalls, maxCalls + maxOmitted) };
}

/** The definition from which calls lead to the best one by the most steps; the best one if they come back to it. */
function findFirst(best: NodeId, calls: readonly Call[]): NodeId {
  let first = best;
  const visited = new Set([best]);
  for (;;) {
    const caller = calls.find(({ to, from }) => to === first && !visited.has(from))?.from;
    if (caller === undefined)
      return calls.some(({ from, to }) => from === best && to === first) ? best : first;
    visited.add(caller);
    first = caller;
  }
}

/** Depth first, each callee once, at its first call. */
function followCalls(first: NodeId, calls: readonly Call[]): readonly Call[] {
  const visited = new Set([first]);
  const visit = (caller: NodeId): readonly Call[] =>
    calls
      .filter(({ from }) => from === caller)
      .flatMap((call) => {
        if (visited.has(call.to)) return [];
        visited.add(call.to);
        return [call, ...visit(call.to)];
      });
  return visit(first);
}
