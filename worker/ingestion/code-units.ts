/**
 * Which definitions deserve a chunk of their own: every one over the minimum. A class whose members are worth chunks is
 * opened even where it would fit; a function that fits never is.
 */

import type { SyntaxDefinition, SyntaxNode } from '../ports/parser.ts';
import { lowerBound } from '../core/lower-bound.ts';
import type { MeasuredText } from './measured-text.ts';

interface CodeUnits {
  /** The node is a definition over the minimum. */
  isUnit(node: SyntaxNode): boolean;
  /** Such definitions lie in the node, and not in a function. */
  holdsUnits(node: SyntaxNode): boolean;
}

export function codeUnits(
  definitions: readonly SyntaxDefinition[],
  measured: MeasuredText,
  minTokens: number,
): CodeUnits {
  const isLarge = ({ start, end }: SyntaxDefinition) =>
    measured.tokensOfLines(measured.lineAt(start), measured.lineAt(end - 1)) >= minTokens;
  const large = definitions.filter(isLarge).sort((a, b) => a.nameStart - b.nameStart);
  const open = outsideFunctions(large);
  return {
    isUnit: (node) => isOwn(large[firstIn(large, node)], node),
    holdsUnits(node) {
      let first = firstIn(open, node);
      while (isOwn(open[first], node)) first += 1;
      return (open[first]?.nameStart ?? Infinity) < node.end;
    },
  };
}

function firstIn(definitions: readonly SyntaxDefinition[], node: SyntaxNode): number {
  return lowerBound(definitions.length, (at) => (definitions[at]?.nameStart ?? Infinity) < node.start);
}

/** The node is the definition's own, though attributes before it or a wrapper around it may be left out. */
function isOwn(definition: SyntaxDefinition | undefined, node: SyntaxNode): boolean {
  return (
    definition !== undefined &&
    definition.start <= node.start &&
    definition.nameStart < node.end &&
    definition.end === node.end
  );
}

/** Without what lies in the body of a function: a closure belongs with the function that makes it. */
function outsideFunctions(definitions: readonly SyntaxDefinition[]): SyntaxDefinition[] {
  let functionEnd = 0;
  return definitions.filter(({ kind, bodyStart, nameStart, end }) => {
    if (nameStart < functionEnd) return false;
    const isFunction = kind === 'function' || kind === 'method' || kind === 'component';
    if (isFunction && nameStart < bodyStart && bodyStart < end) functionEnd = end;
    return true;
  });
}
