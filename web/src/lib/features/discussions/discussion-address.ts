/**
 * Formats and reads the addresses of pull requests and issues, optionally with one comment. A comment's name is the fragment that the host
 * uses in its addresses.
 */
import type { FilePlace } from '../files/file-address.ts';

export function discussionPath(
  { repositoryId, version }: FilePlace,
  number: number,
  comment: string | null = null,
): string {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  const hash = comment === null ? '' : `#${comment}`;
  return `/r/${encodeURIComponent(repositoryId)}/discussions/${number}${query}${hash}`;
}

/** The name of the comment in an address; null if there is none. */
export function findCommentName(url: string): string | null {
  const hash = url.indexOf('#');
  return hash < 0 ? null : readCommentName(url.slice(hash + 1));
}

/** @returns null if the text is not a valid comment name, since people edit addresses by hand */
export function readCommentName(text: string): string | null {
  return /^[A-Za-z][\w-]{0,199}$/.test(text) ? text : null;
}
