/**
 * A host of git repositories, such as GitHub. Every call is one or a few requests, without retries. Besides the documented errors, every
 * method may throw AppError `source_not_found` (unknown, or invisible with this token), `source_forbidden` (blocked, or the token lacks a
 * permission), `token_refused`, `host_limited` (`details.retryAt` in milliseconds since 1970) and `host_unavailable`.
 */

import type { HostedLocation } from '../core/repositories/source.ts';

export interface HostAccess {
  /** Undefined for an unauthenticated call. */
  readonly token: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HostedRepository extends HostedLocation {
  /** The host's id, which survives renames. */
  readonly id: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly defaultBranch: string;
  readonly description: string;
  /** Size of the whole repository on the host, history included. */
  readonly kilobytes: number;
  readonly url: string;
}

export interface HostedRef {
  readonly kind: 'branch' | 'tag' | 'commit';
  readonly name: string;
  readonly commit: string;
  /** Pass it to `resolve` to find out whether the ref has moved. */
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
  /** The host's name in addresses. */
  readonly name: string;
  /** The owner of the token. @throws AppError `token_refused` */
  tokenOwner(access: HostAccess): Promise<{ readonly login: string }>;
  describe(location: HostedLocation, access: HostAccess): Promise<HostedRepository>;
  /**
   * The commit of a branch, tag or (abbreviated) commit; without a ref, of the default branch.
   * @returns `unchanged` if the ref still has the given `etag`
   * @throws AppError `ref_not_found`, with the nearest refs in `details`
   */
  resolve(
    location: HostedLocation,
    ref: string | undefined,
    access: HostAccess & { readonly etag?: string | undefined },
  ): Promise<HostedRef | 'unchanged'>;
  /** Splits `<ref>/<path>` at the longest prefix that is a ref, since refs may contain slashes. @throws AppError `ref_not_found` */
  splitRefAndPath(
    location: HostedLocation,
    refAndPath: string,
    access: HostAccess,
  ): Promise<{ readonly ref: string; readonly path: string }>;
  /** Names of branches and tags in the host's order; at most `limit` of each. */
  refs(
    location: HostedLocation,
    limit: number,
    access: HostAccess,
  ): Promise<{ readonly branches: readonly string[]; readonly tags: readonly string[] }>;
  /** The files of a commit as a tar.gz stream of unknown size, in a single top folder. */
  archive(location: HostedLocation, commit: string, access: HostAccess): Promise<ReadableStream<Uint8Array>>;
  /** The files that differ between two commits; a moved file is removed and added. `isWhole` is false if the host truncated the list. */
  compare(
    location: HostedLocation,
    commits: { readonly base: string; readonly head: string },
    access: HostAccess,
  ): Promise<{ readonly files: readonly ChangedFile[]; readonly isWhole: boolean }>;
  /** Every file of a commit; `isWhole` is false if the host truncated the list. */
  tree(
    location: HostedLocation,
    commit: string,
    access: HostAccess,
  ): Promise<{ readonly files: readonly HostedFile[]; readonly isWhole: boolean }>;
  /** The bytes of a file; undefined if it is larger than `maxBytes`. @throws AppError `file_not_found` */
  file(
    location: HostedLocation,
    file: { readonly commit: string; readonly path: string; readonly maxBytes: number },
    access: HostAccess,
  ): Promise<Uint8Array | undefined>;
  /** Paths on the default branch whose content or name matches the words, best first. Needs a token. */
  searchCode(
    location: HostedLocation,
    words: readonly string[],
    limit: number,
    access: HostAccess,
  ): Promise<readonly string[]>;
}
