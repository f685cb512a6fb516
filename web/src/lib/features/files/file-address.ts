/** Addresses of a repository's files in the app. Path segments are encoded, slashes are not. */
import { formatLineHash, type LineRange } from '../code/line-range.ts';

/** The files of a repository's newest snapshot, or of a given version. */
export interface FilePlace {
  readonly repositoryId: string;
  readonly version: string | undefined;
}

/** The address of the page of a file or folder, at a range of lines if given. With a version it is a permalink. */
export function fileAddress(place: FilePlace, path: string, range: LineRange | null = null): string {
  const home = `/r/${encodeURIComponent(place.repositoryId)}/files`;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = place.version === undefined ? '' : `?version=${encodeURIComponent(place.version)}`;
  return `${encoded === '' ? home : `${home}/${encoded}`}${query}${range === null ? '' : formatLineHash(range)}`;
}
