/** Tree-sitter's nodes as the port's: made when asked for, their kind read when asked for. */

import type { Node } from 'web-tree-sitter';
import { AppError } from '../../core/errors.ts';
import type { SyntaxNode } from '../../ports/parser.ts';
import type { HeldTree } from './runtime.ts';

interface NodeSource {
  readonly held: HeldTree;
  /** Ends of what leads to something else (comments, attributes) by their starts. */
  readonly leadEnds: ReadonlyMap<number, number>;
}

/** @throws AppError `internal` from `kind` and `children` when another parse has trapped since. */
export function toSyntaxNode(node: Node, source: NodeSource): SyntaxNode {
  const { startIndex: start, endIndex: end } = node;
  const valid = (): Node => {
    if (source.held.isVoid())
      throw new AppError('internal', 'The syntax tree was lost when another parse failed.');
    return node;
  };
  return {
    start,
    end,
    get kind() {
      return valid().type;
    },
    leads: source.leadEnds.get(start) === end,
    children: () => valid().children.map((child) => toSyntaxNode(child, source)),
  };
}
