/**
 * The page of a pull request or issue, at one remark of it where that is meant: remarks are named as their host names them in the
 * fragment of their address.
 */
import type { FilePlace } from '../files/file-address.ts';

export function discussionPath(
  { repositoryId, version }: FilePlace,
  number: number,
  remark: string | null = null,
): string {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  const hash = remark === null ? '' : `#${remark}`;
  return `/r/${encodeURIComponent(repositoryId)}/discussions/${number}${query}${hash}`;
}

/** The remark an address names; null where it names none. */
export function remarkOf(url: string): string | null {
  const hash = url.indexOf('#');
  return hash < 0 ? null : readRemark(url.slice(hash + 1));
}

/** What is no name of a remark is none: addresses are typed by people. */
export function readRemark(text: string): string | null {
  return /^[A-Za-z][\w-]{0,199}$/.test(text) ? text : null;
}
