/** Orders calls between the best definitions: those that lead to the best definition, and those that it leads to. */

import type { GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { ReadableDefinition } from '../context/readable-definition.ts';

export type Call = Pick<GraphEdge, 'from' | 'to' | 'path' | 'line'>;

const maxCalls = 6;

/**
 * @param definitions best first
 * @param calls proven calls from them, in any order
 * @returns in the order of the calls; empty if fewer than two were found
 */
export function findTrace(
  definitions: readonly Pick<ReadableDefinition, 'symbolId'>[],
  calls: readonly Call[],
): readonly Call[] {
  const [best] = definitions;
  if (best?.symbolId === undefined) return [];
  const known = new Set(definitions.map(({ symbolId }) => symbolId));
  const between = calls
    .filter(({ from, to }) => from !== to && known.has(from) && known.has(to))
    .toSorted((a, b) => a.line - b.line);
  const ordered = followCalls(findFirst(best.symbolId, between), between).slice(0, maxCalls);
  return ordered.length < 2 ? [] : ordered;
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
