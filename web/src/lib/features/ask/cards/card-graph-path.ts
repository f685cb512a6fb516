/** The graph page that shows what a card shows: about the same node, in the same direction, as far. */
import type { Card } from '../../../api.ts';
import type { FilePlace } from '../../files/file-address.ts';
import { maxDepth, nameOfNode } from '../../graph/graph-address.ts';
import { graphPath, type Direction } from '../../graph/graph-path.ts';

const directionsOfQuery: Readonly<Record<string, Direction>> = {
  callers: 'in',
  importers: 'in',
  dependents: 'in',
  subclasses: 'in',
  references: 'in',
  callees: 'out',
  imports: 'out',
  dependencies: 'out',
  bases: 'out',
  chain: 'out',
};

/** Null for a card that is about no one node. */
export function cardGraphPath(place: FilePlace, card: Card): string | null {
  const [path = '', query = ''] = card.query.split('?', 2);
  const asked = new URLSearchParams(query);
  const focus = card.type === 'graph' ? card.focus : card.type === 'chain' ? card.nodes[0] : namedBy(asked);
  if (focus === undefined) return null;
  const name = 'id' in focus ? nameOfNode(focus) : focus;
  const depth = card.type === 'chain' ? card.edges.length : Number(asked.get('depth') ?? 1);
  const direction = directionsOfQuery[path.slice(path.lastIndexOf('/') + 1)] ?? 'both';
  return graphPath(place, { ...name, direction, depth: Math.max(1, Math.min(maxDepth, depth || 1)) });
}

function namedBy(
  asked: URLSearchParams,
): { symbol: string | undefined; path: string | undefined } | undefined {
  const [symbol, path] = [asked.get('symbol'), asked.get('path')];
  return symbol === null && path === null
    ? undefined
    : { symbol: symbol ?? undefined, path: path ?? undefined };
}
