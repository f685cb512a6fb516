/**
 * What a host knows of a repository's past, a page at a time. The next page is asked for by the cursor the last one gave. Errors as of
 * `CodeHost`; a call the host has no points left for is `host_limited`. A page the host finds too heavy is asked for smaller, which is the
 * one thing that is tried again here.
 */

import type { Commit, CommitFile } from '../core/history.ts';
import type { Discussion, DiscussionKind } from '../core/discussion.ts';
import type { HostedPlace } from '../core/source.ts';
import type { HostAccess } from './code-host.ts';

/** What calls have cost of what the host allows, in its own points. */
export interface HostBudget {
  readonly cost: number;
  readonly remaining: number;
  /** In all, between two resets. */
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  /** Undefined where this was the last. */
  readonly next: string | undefined;
  /** How many there are in all, where the host says. */
  readonly total: number | undefined;
  /** Of this page, what the host failed to tell; none of commits. */
  readonly leftOut: number;
  readonly budget: HostBudget | undefined;
}

export interface HostedCommit extends Omit<Commit, 'files' | 'moreFiles'> {
  /** Merged pull requests of the repository that brought it, where the host says. */
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
  /** Of a pull request, what it changed; undefined where that is not known whole, such as what moved files were called before. */
  readonly changed: ChangedFiles | undefined;
  /** Whether the host failed to tell some of what was said: it takes the place of none that is stored. */
  readonly isInPart?: boolean;
}

/** Lines as the host's blame tells them: who changed them last. */
export interface BlamedRun {
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
}

/** What can be had with an access. */
export interface HistoryReach {
  readonly blame: boolean;
  /** Commits whose files may be asked for: each is a call. */
  readonly commitFiles: number;
  /** What is not told, in sentences. */
  readonly notes: readonly string[];
}

export interface HistorySource {
  /** Paths of one call of `blame`. */
  readonly maxBlamed: number;
  /** Commits of one call of `filesOf`. */
  readonly maxFilesOf: number;
  /** Commits of one call of `commitsOf`. */
  readonly maxCommitsOf: number;
  reachOf(access: HostAccess): HistoryReach;
  /**
   * Commits a commit comes from, the newest first, without their files; merges too. A page one lacks of is not told: it is
   * `host_unavailable`, and to be asked for again.
   */
  commits(
    place: HostedPlace,
    page: {
      readonly head: string;
      /** Milliseconds since 1970; undefined for all. */
      readonly since: number | undefined;
      readonly cursor: string | undefined;
    },
    access: HostAccess,
  ): Promise<HistoryPage<HostedCommit>>;
  /** Commits by their ids, at most `maxCommitsOf`; those that are not there are left out. Needs what blame needs. */
  commitsOf(
    place: HostedPlace,
    ids: readonly string[],
    access: HostAccess,
  ): Promise<{ readonly commits: readonly HostedCommit[]; readonly budget: HostBudget | undefined }>;
  /** What commits changed; merges are not to be asked about: they change nothing of their own. */
  filesOf(
    place: HostedPlace,
    commits: readonly string[],
    access: HostAccess,
  ): Promise<{
    readonly changed: ReadonlyMap<string, ChangedFiles>;
    readonly budget: HostBudget | undefined;
  }>;
  /** Merged pull requests or closed issues, the last changed first. */
  discussions(
    place: HostedPlace,
    page: {
      readonly kind: DiscussionKind;
      /** Changed since, in milliseconds; undefined for all. */
      readonly since: number | undefined;
      readonly cursor: string | undefined;
    },
    access: HostAccess,
  ): Promise<HistoryPage<HostedDiscussion>>;
  /** Who changed the lines of files last, as of a commit; files that are not there are left out. */
  blame(
    place: HostedPlace,
    of: { readonly commit: string; readonly paths: readonly string[] },
    access: HostAccess,
  ): Promise<{
    readonly runs: ReadonlyMap<string, readonly BlamedRun[]>;
    readonly budget: HostBudget | undefined;
  }>;
}
