/**
 * Reads a repository's history from its host in pages; each page returns the cursor of the next one. Errors are those of `CodeHost`; an
 * exhausted rate limit is `host_limited`. The only retry here requests a smaller page if the host rejects one as too expensive.
 */

import type { FilePatch } from '../core/history/commit-patch.ts';
import type { Commit, CommitFile } from '../core/history/history.ts';
import type { Discussion, DiscussionKind } from '../core/history/discussion.ts';
import type { HostedLocation } from '../core/repositories/source.ts';
import type { HostAccess } from './code-host.ts';

/** The cost of calls and the remaining budget, in the host's points. */
export interface HostBudget {
  readonly cost: number;
  readonly remaining: number;
  /** Points per period. */
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  /** Undefined for the last page. */
  readonly next: string | undefined;
  /** Total number of items, if the host reports it. */
  readonly total: number | undefined;
  /** Items of this page that the host omitted; always 0 for commits. */
  readonly omitted: number;
  readonly budget: HostBudget | undefined;
}

export interface HostedCommit extends Omit<Commit, 'files' | 'moreFiles'> {
  /** Merged pull requests that introduced it, if the host reports them. */
  readonly pullRequests: readonly number[];
}

export interface ChangedFiles {
  readonly files: readonly CommitFile[];
  readonly moreFiles: number;
}

export interface HostedDiscussion {
  readonly discussion: Discussion;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Files changed by a pull request; undefined if the list is incomplete, for example without the old paths of moved files. */
  readonly changed: ChangedFiles | undefined;
  /** The host omitted some comments, so this does not replace a stored discussion. */
  readonly isIncomplete?: boolean;
}

/** Lines with the commit that changed them last, from the host's blame. */
export interface BlamedRun {
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
}

/** The parts of the history that a token, or unauthenticated access, can fetch. */
export interface HistoryCapabilities {
  readonly blame: boolean;
  /** Maximum commits whose files are fetched, since each is a call. */
  readonly commitFiles: number;
  /** Sentences that describe what is missing. */
  readonly notes: readonly string[];
}

export interface HistorySource {
  /** Maximum paths of one `blame` call. */
  readonly maxBlamePaths: number;
  /** Maximum commits of one `changedFiles` call. */
  readonly maxChangedFileCommits: number;
  /** Maximum commits of one `commitsById` call. */
  readonly maxCommitsById: number;
  capabilities(access: HostAccess): HistoryCapabilities;
  /**
   * Ancestors of a commit, newest first, including merges, without files. A page with a missing commit throws `host_unavailable` and must
   * be requested again.
   */
  commits(
    location: HostedLocation,
    page: {
      readonly head: string;
      /** Milliseconds since 1970; undefined for all. */
      readonly since: number | undefined;
      readonly cursor: string | undefined;
    },
    access: HostAccess,
  ): Promise<HistoryPage<HostedCommit>>;
  /** Commits by id, at most `maxCommitsById`; unknown ones are omitted. Requires the same access as `blame`. */
  commitsById(
    location: HostedLocation,
    ids: readonly string[],
    access: HostAccess,
  ): Promise<{ readonly commits: readonly HostedCommit[]; readonly budget: HostBudget | undefined }>;
  /** The files that commits changed. Do not pass merges, which change nothing themselves. */
  changedFiles(
    location: HostedLocation,
    commits: readonly string[],
    access: HostAccess,
  ): Promise<{
    readonly changed: ReadonlyMap<string, ChangedFiles>;
    readonly budget: HostBudget | undefined;
  }>;
  /** The files that one commit changed, with their changed lines. The host omits the lines of binary and of large files. */
  patch(
    location: HostedLocation,
    commit: string,
    access: HostAccess,
  ): Promise<
    ChangedFiles & { readonly patch: readonly FilePatch[]; readonly budget: HostBudget | undefined }
  >;
  /** Merged pull requests or closed issues, most recently changed first. */
  discussions(
    location: HostedLocation,
    page: {
      readonly kind: DiscussionKind;
      /** Changed since, in milliseconds; undefined for all. */
      readonly since: number | undefined;
      readonly cursor: string | undefined;
    },
    access: HostAccess,
  ): Promise<HistoryPage<HostedDiscussion>>;
  /** The last change of every line of these files at a commit; unknown files are omitted. */
  blame(
    location: HostedLocation,
    files: { readonly commit: string; readonly paths: readonly string[] },
    access: HostAccess,
  ): Promise<{
    readonly runs: ReadonlyMap<string, readonly BlamedRun[]>;
    readonly budget: HostBudget | undefined;
  }>;
}
