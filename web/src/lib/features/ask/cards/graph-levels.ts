/**
 * What a graph card shows, by how many steps it lies from the focus on either side: first what leads to it, then what it leads to.
 * What lies in the focus counts as the focus. Pure; every edge is looked at once for each side.
 */
import type { Card } from '../../../api.ts';
import { groupBy } from '../../../group-by.ts';

export type GraphCard = Extract<Card, { type: 'graph' }>;
export type CardNode = GraphCard['focus'];
type CardEdge = GraphCard['edges'][number];

interface LevelNode {
  readonly node: CardNode;
  /** The edge that leads one step nearer to the focus. */
  readonly edge: CardEdge;
}

export interface Level {
  readonly direction: 'in' | 'out';
  readonly steps: number;
  readonly nodes: readonly LevelNode[];
}

export function graphLevels(card: GraphCard): readonly Level[] {
  return [...levelsOf(card, 'in'), ...levelsOf(card, 'out')];
}

function levelsOf(card: GraphCard, direction: 'in' | 'out'): readonly Level[] {
  const known = new Map(card.nodes.map((node) => [node.id, node]));
  const near = (edge: CardEdge): string => (direction === 'in' ? edge.to : edge.from);
  const far = (edge: CardEdge): string => (direction === 'in' ? edge.from : edge.to);
  const byNear = groupBy(card.edges, near);
  const inside = card.nodes.filter((node) => isWithin(node, card.focus)).map(({ id }) => id);
  const seen = new Set([card.focus.id, ...inside]);
  const levels: Level[] = [];
  let edge = [...seen].flatMap((id) => byNear.get(id) ?? []);
  while (edge.length > 0) {
    const nodes: LevelNode[] = [];
    for (const one of edge) {
      const node = known.get(far(one));
      if (node === undefined || seen.has(node.id)) continue;
      seen.add(node.id);
      nodes.push({ node, edge: one });
    }
    if (nodes.length > 0) levels.push({ direction, steps: levels.length + 1, nodes });
    edge = nodes.flatMap(({ node }) => byNear.get(node.id) ?? []);
  }
  return levels;
}

function isWithin(node: CardNode, focus: CardNode): boolean {
  if (node.path !== focus.path || node.id === focus.id || node.symbol === undefined) return false;
  return focus.symbol === undefined || node.symbol.startsWith(`${focus.symbol}.`);
}
