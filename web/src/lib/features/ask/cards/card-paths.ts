/** Builds the addresses of the graph and history pages for the subject of a card. Pure. */
import type { Card } from '../../../api.ts';
import type { FilePlace } from '../../files/file-address.ts';
import { maxDepth, toNodeName } from '../../graph/page/graph-address.ts';
import { graphPath, type Direction } from '../../graph/page/graph-path.ts';
import { historyPath } from '../../history/history-address.ts';

const queryDirections: Readonly<Record<string, Direction>> = {
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

/** The address of the graph page with the same node, direction and depth as the card; null for a card without a single focus. */
export function cardGraphPath(place: FilePlace, card: Card): string | null {
  const [path = '', query = ''] = card.query.split('?', 2);
  const parameters = new URLSearchParams(query);
  const focus =
    card.type === 'graph' ? card.focus : card.type === 'chain' ? card.nodes[0] : readFocus(parameters);
  if (focus === undefined) return null;
  const name = 'id' in focus ? toNodeName(focus) : focus;
  const depth = card.type === 'chain' ? card.edges.length : Number(parameters.get('depth') ?? 1);
  const direction = queryDirections[path.slice(path.lastIndexOf('/') + 1)] ?? 'both';
  return graphPath(place, { ...name, direction, depth: Math.max(1, Math.min(maxDepth, depth || 1)) });
}

function readFocus(
  parameters: URLSearchParams,
): { symbol: string | undefined; path: string | undefined } | undefined {
  const [symbol, path] = [parameters.get('symbol'), parameters.get('path')];
  return symbol === null && path === null
    ? undefined
    : { symbol: symbol ?? undefined, path: path ?? undefined };
}

/**
 * The address of the history page for the file, folder or repository of a timeline card.
 * @param query the path and query of the call that returns the whole timeline
 */
export function cardHistoryPath(place: FilePlace, query: string): string {
  const parameters = new URLSearchParams(query.split('?', 2)[1] ?? '');
  return historyPath(place, { path: parameters.get('path') ?? '' });
}
