/** The page of the graph from elsewhere: about one node, or about the repository. Small, for pages that only lead there. */
import type { FilePlace } from '../files/file-address.ts';

export type Direction = 'both' | 'in' | 'out';

interface AboutNode {
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  /** Both when left out. */
  readonly direction?: Direction;
  /** 1 when left out. */
  readonly depth?: number;
}

export function graphPath(place: FilePlace, { symbol, path, direction, depth }: AboutNode = {}): string {
  const query = new URLSearchParams();
  if (symbol) query.set('symbol', symbol);
  if (path) query.set('path', path);
  if (direction !== undefined && direction !== 'both') query.set('direction', direction);
  if (depth !== undefined && depth !== 1) query.set('depth', String(depth));
  if (place.version !== undefined) query.set('version', place.version);
  const page = `/r/${encodeURIComponent(place.repositoryId)}/graph`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}
