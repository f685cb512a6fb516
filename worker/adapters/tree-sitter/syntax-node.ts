/** Tree-sitter's nodes as the port's: made when asked for, their kind read when asked for. */

import type { Node } from 'web-tree-sitter';
import type { SyntaxNode } from '../../ports/parser.ts';

/** `leadEnds`: ends of comments and attributes by their starts. */
export function toSyntaxNode(node: Node, leadEnds: ReadonlyMap<number, number>): SyntaxNode {
  const { startIndex: start, endIndex: end } = node;
  return {
    start,
    end,
    get kind() {
      return node.type;
    },
    leads: leadEnds.get(start) === end,
    children: () => node.children.map((child) => toSyntaxNode(child, leadEnds)),
  };
}
