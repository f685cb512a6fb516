/**
 * Reads and writes the addresses of history pages: of a commit, and of the repository, a folder, a file, lines or a definition.
 * Invalid parts are ignored, because people edit addresses.
 */
import { formatLineHash, type LineRange } from '../code/line-range.ts';
import { parseLineRange } from '../code/parse-line-range.ts';
import type { FilePlace } from '../files/file-address.ts';

interface HistoryAddress {
  /** Empty for the whole repository, or for a definition without a file. */
  readonly path: string;
  readonly range: LineRange | null;
  readonly symbol: string;
  readonly version: string | undefined;
}

/** The parameter `line` or `lines` contains the lines of a file: `10`, `L10-L20`. */
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

export interface FileLines extends LineRange {
  readonly path: string;
}

/** The address of a commit's page. With a version it is a permalink. The lines, which are those of the version, are marked in the diff. */
export function commitPath(
  { repositoryId, version }: FilePlace,
  commit: string,
  lines: FileLines | null = null,
): string {
  const query = new URLSearchParams();
  if (lines !== null) {
    query.set('path', lines.path);
    query.set('line', formatLineHash(lines).slice(1));
  }
  if (version !== undefined) query.set('version', version);
  const page = `/r/${encodeURIComponent(repositoryId)}/commits/${encodeURIComponent(commit)}`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

/** Returns the lines in the address of a commit's page; null for none. */
export function readCommitLines(query: Pick<URLSearchParams, 'get'>): FileLines | null {
  const { path, range } = readHistoryAddress(query);
  return range === null ? null : { path, ...range };
}
