/**
 * Groups the nodes of a graph card by their distance from the focus: first incoming levels, then outgoing ones. Pure. Nodes inside the
 * focus, such as methods of a class, count as part of the focus. Each edge is visited once per direction.
 */
import type { Card } from '../../../api.ts';
import { groupBy } from '../../../group-by.ts';

export type GraphCard = Extract<Card, { type: 'graph' }>;
export type CardNode = GraphCard['focus'];
type CardEdge = GraphCard['edges'][number];

interface LevelNode {
  readonly node: CardNode;
  /** The edge toward the focus. */
  readonly edge: CardEdge;
}

export interface Level {
  readonly direction: 'in' | 'out';
  readonly steps: number;
  readonly nodes: readonly LevelNode[];
}

export function graphLevels(card: GraphCard): readonly Level[] {
  return [...collectLevels(card, 'in'), ...collectLevels(card, 'out')];
}

function collectLevels(card: GraphCard, direction: 'in' | 'out'): readonly Level[] {
  const nodesById = new Map(card.nodes.map((node) => [node.id, node]));
  const nearEnd = (edge: CardEdge): string => (direction === 'in' ? edge.to : edge.from);
  const farEnd = (edge: CardEdge): string => (direction === 'in' ? edge.from : edge.to);
  const edgesByNearEnd = groupBy(card.edges, nearEnd);
  const idsInFocus = card.nodes.filter((node) => isInsideFocus(node, card.focus)).map(({ id }) => id);
  const visitedIds = new Set([card.focus.id, ...idsInFocus]);
  const levels: Level[] = [];
  let frontier = [...visitedIds].flatMap((id) => edgesByNearEnd.get(id) ?? []);
  while (frontier.length > 0) {
    const nodes: LevelNode[] = [];
    for (const edge of frontier) {
      const node = nodesById.get(farEnd(edge));
      if (node === undefined || visitedIds.has(node.id)) continue;
      visitedIds.add(node.id);
      nodes.push({ node, edge });
    }
    if (nodes.length > 0) levels.push({ direction, steps: levels.length + 1, nodes });
    frontier = nodes.flatMap(({ node }) => edgesByNearEnd.get(node.id) ?? []);
  }
  return levels;
}

function isInsideFocus(node: CardNode, focus: CardNode): boolean {
  if (node.path !== focus.path || node.id === focus.id || node.symbol === undefined) return false;
  return focus.symbol === undefined || node.symbol.startsWith(`${focus.symbol}.`);
}
