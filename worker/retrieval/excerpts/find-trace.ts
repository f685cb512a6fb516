/** Orders calls between the best definitions as steps: the calls that lead to the best definition, and those that it leads to. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { GraphEdge } from '../../core/code/edge.ts';
import type { ReadableDefinition } from '../context/readable-definition.ts';

export interface TraceStep {
  readonly caller: ReadableDefinition;
  readonly callee: ReadableDefinition;
  /** The line of the call. */
  readonly line: SpanPosition;
}

export type Call = Pick<GraphEdge, 'from' | 'to' | 'path' | 'line'>;

const maxSteps = 6;

/**
 * @param definitions best first
 * @param calls proven calls from them, in any order
 * @returns steps in the order of the calls; empty if fewer than two were found
 */
export function findTrace(
  definitions: readonly ReadableDefinition[],
  calls: readonly Call[],
): readonly TraceStep[] {
  const [best] = definitions;
  if (best?.symbolId === undefined) return [];
  const byId = new Map(definitions.map((definition) => [definition.symbolId, definition]));
  const steps = calls
    .flatMap(({ from, to, path, line }): TraceStep[] => {
      const [caller, callee] = [byId.get(from), byId.get(to)];
      if (caller === undefined || callee === undefined || caller === callee) return [];
      return [{ caller, callee, line: { path, startLine: line, endLine: line } }];
    })
    .toSorted((a, b) => a.line.startLine - b.line.startLine);
  const ordered = followCalls(findFirst(best, steps), steps).slice(0, maxSteps);
  return ordered.length < 2 ? [] : ordered;
}

/** The definition from which calls lead to the best one by the most steps. */
function findFirst(best: ReadableDefinition, steps: readonly TraceStep[]): ReadableDefinition {
  let first = best;
  const visited = new Set([best]);
  for (;;) {
    const caller = steps.find(({ callee, caller: other }) => callee === first && !visited.has(other))?.caller;
    if (caller === undefined) return first;
    visited.add(caller);
    first = caller;
  }
}

/** Depth first, each callee once, at its first call. */
function followCalls(first: ReadableDefinition, steps: readonly TraceStep[]): readonly TraceStep[] {
  const visited = new Set([first]);
  const visit = (caller: ReadableDefinition): readonly TraceStep[] =>
    steps
      .filter((step) => step.caller === caller)
      .flatMap((step) => {
        if (visited.has(step.callee)) return [];
        visited.add(step.callee);
        return [step, ...visit(step.callee)];
      });
  return visit(first);
}
