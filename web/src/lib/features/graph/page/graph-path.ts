/** Builds the address of the graph page. It is separate from `graph-address.ts`, so that pages that only link to the graph stay small. */
import type { FilePlace } from '../../files/file-address.ts';

export type Direction = 'both' | 'in' | 'out';

interface GraphTarget {
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  /** Defaults to both. */
  readonly direction?: Direction;
  /** Defaults to 1. */
  readonly depth?: number;
}

export function graphPath(place: FilePlace, { symbol, path, direction, depth }: GraphTarget = {}): string {
  const query = new URLSearchParams();
  if (symbol) query.set('symbol', symbol);
  if (path) query.set('path', path);
  if (direction !== undefined && direction !== 'both') query.set('direction', direction);
  if (depth !== undefined && depth !== 1) query.set('depth', String(depth));
  if (place.version !== undefined) query.set('version', place.version);
  const page = `/r/${encodeURIComponent(place.repositoryId)}/graph`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}
