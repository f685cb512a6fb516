/**
 * A host of git repositories, such as GitHub: what a repository is, which states it has, and the files of one. Every call is one
 * exchange or a few; none is tried again here. Errors of all methods, besides those named: AppError `source_not_found` (there is none, or it may not be seen with
 * this token), `source_forbidden` (blocked, or the token lacks a right), `token_refused`, `host_limited` (with `retryAt` in `details`,
 * milliseconds since 1970), `host_unavailable`.
 */

import type { HostedPlace } from '../core/source.ts';

export interface HostAccess {
  /** Undefined where the call is made without one. */
  readonly token: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HostedRepository extends HostedPlace {
  /** As the host numbers it: it stays when the repository is renamed. */
  readonly id: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly defaultBranch: string;
  readonly description: string;
  /** Of the whole repository on the host, history included. */
  readonly kilobytes: number;
  readonly url: string;
}

export interface HostedRef {
  readonly kind: 'branch' | 'tag' | 'commit';
  readonly name: string;
  readonly commit: string;
  /** Hand it to `resolve` again to be told whether the ref has moved. */
  readonly etag: string | undefined;
}

export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'changed' | 'removed';
}

export interface HostedFile {
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly bytes: number;
  /** Git's hash of the content. */
  readonly blob: string;
}

export interface CodeHost {
  /** As the host names it in addresses. */
  readonly name: string;
  /** Whose token it is. @throws AppError `token_refused` */
  viewerOf(access: HostAccess): Promise<{ readonly login: string }>;
  describe(place: HostedPlace, access: HostAccess): Promise<HostedRepository>;
  /**
   * The commit of a branch, tag or commit (whole, or a beginning of it); of the default branch where none is named.
   * @returns `unchanged` when the host says so of the `etag` given
   * @throws AppError `ref_not_found`, with the nearest refs in `details`
   */
  resolve(
    place: HostedPlace,
    ref: string | undefined,
    access: HostAccess & { readonly etag?: string | undefined },
  ): Promise<HostedRef | 'unchanged'>;
  /** Of `<ref>/<path>`, where a ref may hold slashes: the longest beginning that is a ref, and the rest. @throws AppError `ref_not_found` */
  splitRefAndPath(
    place: HostedPlace,
    refAndPath: string,
    access: HostAccess,
  ): Promise<{ readonly ref: string; readonly path: string }>;
  /** Names of branches and tags, the host's order; at most `limit` of each. */
  refs(
    place: HostedPlace,
    limit: number,
    access: HostAccess,
  ): Promise<{ readonly branches: readonly string[]; readonly tags: readonly string[] }>;
  /** The files of a commit as one tar.gz, under a single folder; a stream, its size not known. */
  archive(place: HostedPlace, commit: string, access: HostAccess): Promise<ReadableStream<Uint8Array>>;
  /** What differs between two commits, the moved as removed and added; `isWhole` is false where the host tells only the first of them. */
  compare(
    place: HostedPlace,
    commits: { readonly base: string; readonly head: string },
    access: HostAccess,
  ): Promise<{ readonly files: readonly ChangedFile[]; readonly isWhole: boolean }>;
  /** Every file of a commit; `isWhole` is false where there are more than the host tells. */
  tree(
    place: HostedPlace,
    commit: string,
    access: HostAccess,
  ): Promise<{ readonly files: readonly HostedFile[]; readonly isWhole: boolean }>;
  /** The bytes of one file; undefined where it is larger than `maxBytes`. @throws AppError `file_not_found` */
  file(
    place: HostedPlace,
    at: { readonly commit: string; readonly path: string; readonly maxBytes: number },
    access: HostAccess,
  ): Promise<Uint8Array | undefined>;
  /** Paths of the default branch whose content or name holds the words, the host's best first. Needs a token. */
  searchCode(
    place: HostedPlace,
    words: readonly string[],
    limit: number,
    access: HostAccess,
  ): Promise<readonly string[]>;
}
