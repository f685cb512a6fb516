/**
 * Addresses of pages of pull requests and issues, optionally of one comment. A comment's name is the fragment that its host
 * uses in addresses.
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

/** The comment named in an address; null if there is none. */
export function findComment(url: string): string | null {
  const hash = url.indexOf('#');
  return hash < 0 ? null : readCommentName(url.slice(hash + 1));
}

/** Null unless the text is a valid comment name, because people edit addresses. */
export function readCommentName(text: string): string | null {
  return /^[A-Za-z][\w-]{0,199}$/.test(text) ? text : null;
}
