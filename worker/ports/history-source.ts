/**
 * What a host knows of a repository's past, a page at a time. A page is one call; the next is asked for by the cursor the last one gave.
 * Errors as of `CodeHost`; a call the host has no points left for is `host_limited`.
 */

import type { Commit, CommitFile } from '../core/history.ts';
import type { Discussion, DiscussionKind } from '../core/discussion.ts';
import type { HostedPlace } from '../core/source.ts';
import type { HostAccess } from './code-host.ts';

/** What calls have cost of what the host allows, in its own points. */
export interface HostBudget {
  readonly cost: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  /** Undefined where this was the last. */
  readonly next: string | undefined;
  /** How many there are in all, where the host says. */
  readonly total: number | undefined;
  readonly budget: HostBudget | undefined;
}

/** Of a commit, a line as the host's blame tells it: who changed it last. */
export interface BlamedRun {
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
}

export interface HistorySource {
  /** Paths of one call of `blame`. */
  readonly maxBlamed: number;
  /** Commits of one call of `filesOf`. */
  readonly maxFilesOf: number;
  /** Commits a commit comes from, the newest first, without their files; merges too. */
  commits(
    place: HostedPlace,
    page: {
      readonly head: string;
      /** Milliseconds since 1970; undefined for all. */
      readonly since: number | undefined;
      readonly cursor: string | undefined;
    },
    access: HostAccess,
  ): Promise<HistoryPage<Omit<Commit, 'files' | 'moreFiles'>>>;
  /** What commits changed; merges change nothing of their own. */
  filesOf(
    place: HostedPlace,
    commits: readonly string[],
    access: HostAccess,
  ): Promise<ReadonlyMap<string, { readonly files: readonly CommitFile[]; readonly moreFiles: number }>>;
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
  ): Promise<HistoryPage<Discussion>>;
  /** Who changed the lines of files last, as of a commit; files that are not there are left out. */
  blame(
    place: HostedPlace,
    of: { readonly commit: string; readonly paths: readonly string[] },
    access: HostAccess,
  ): Promise<ReadonlyMap<string, readonly BlamedRun[]>>;
}
