/** The addresses of a repository's files in the app. Each segment is encoded, the slashes kept. */
import { formatLineHash, type LineRange } from '../code/line-range.ts';

/** Which files are meant: a repository's newest, or those of one snapshot. */
export interface FilePlace {
  readonly repositoryId: string;
  readonly version: string | undefined;
}

/** The page of a file or folder; with a range, at those lines. With a version it stays what it is: a permanent link. */
export function fileAddress(place: FilePlace, path: string, range: LineRange | null = null): string {
  const home = `/r/${encodeURIComponent(place.repositoryId)}/files`;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = place.version === undefined ? '' : `?version=${encodeURIComponent(place.version)}`;
  return `${encoded === '' ? home : `${home}/${encoded}`}${query}${range === null ? '' : formatLineHash(range)}`;
}
