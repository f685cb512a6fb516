/**
 * The addresses of the past: the page of one commit, and the history of the repository, of a folder, a file, some lines of it or a
 * definition. What cannot be read is left out, never an error: addresses are typed by people.
 */
import { formatLineHash, parseLineRange, type LineRange } from '../code/line-range.ts';
import type { FilePlace } from '../files/file-address.ts';

interface HistoryAddress {
  /** Empty for the whole repository, or where a definition is named without its file. */
  readonly path: string;
  readonly range: LineRange | null;
  readonly symbol: string;
  readonly version: string | undefined;
}

/** Lines are named by `line` or `lines`: `10`, `L10-L20`; they are of a file. */
export function readHistoryAddress(query: Pick<URLSearchParams, 'get'>): HistoryAddress {
  const path = query.get('path') ?? '';
  const lines = query.get('line') ?? query.get('lines') ?? '';
  return {
    path,
    range: path === '' ? null : parseLineRange(lines),
    symbol: query.get('symbol') ?? '',
    version: query.get('version') ?? undefined,
  };
}

export function historyPath(
  place: FilePlace,
  {
    path = '',
    range = null,
    symbol = '',
  }: { readonly path?: string; readonly range?: LineRange | null; readonly symbol?: string } = {},
): string {
  const query = new URLSearchParams();
  if (path !== '') query.set('path', path);
  if (range !== null) query.set('line', formatLineHash(range).slice(1));
  if (symbol !== '') query.set('symbol', symbol);
  if (place.version !== undefined) query.set('version', place.version);
  const page = `/r/${encodeURIComponent(place.repositoryId)}/history`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

/** With a version it is that of the commit evidence of an answer: a permanent link. */
export function commitPath({ repositoryId, version }: FilePlace, commit: string): string {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  return `/r/${encodeURIComponent(repositoryId)}/commits/${encodeURIComponent(commit)}${query}`;
}
