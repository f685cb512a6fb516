/** The addresses of a repository's files in the app. Each segment is encoded, the slashes kept. */
import { formatLineHash, type LineRange } from '../code/line-range.ts';

/** The page of a file or folder; with a range, at those lines: a permanent link to share or open in a tab. */
export function fileAddress(repositoryId: string, path: string, range: LineRange | null = null): string {
  const home = `/r/${encodeURIComponent(repositoryId)}/files`;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${encoded === '' ? home : `${home}/${encoded}`}${range === null ? '' : formatLineHash(range)}`;
}
