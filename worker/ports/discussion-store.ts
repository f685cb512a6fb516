/**
 * Pull requests and issues, stored once for all versions of a repository. A read names a version. It sees pull requests that introduced a
 * commit of the version, the issues they close, and other issues closed before the version's newest commit. Later comments are only
 * counted.
 */

import type { Discussion } from '../core/history/discussion.ts';
import type { HistoryKey } from './history-store.ts';

/** A discussion without its comments, which may be many. */
export interface DiscussionRow extends Omit<Discussion, 'comments'> {
  /** Its key in the store, also in its full-text table. */
  readonly key: number;
}

export interface DiscussionHit extends DiscussionRow {
  /** BM25 over title, body and comments; higher is better. */
  readonly score: number;
}

export interface DiscussionStore {
  /**
   * Stores discussions and replaces changed ones. The caller has masked secrets and sanitized names.
   * @param incomplete numbers of incomplete discussions, which do not replace stored ones
   */
  save(key: HistoryKey, discussions: readonly Discussion[], incomplete?: ReadonlySet<number>): Promise<void>;
  /** Records commits of pull requests besides their merge commits. The commit and the pull request may be stored later. */
  saveCommits(
    key: HistoryKey,
    links: readonly { readonly commit: string; readonly number: number }[],
  ): Promise<void>;
  /** Number of pull requests and issues that the version may cite. */
  count(key: HistoryKey): Promise<{ readonly pullRequests: number; readonly issues: number }>;
  /** Discussions by number in the given order, without those that the version may not cite. */
  byNumber(key: HistoryKey, numbers: readonly number[]): Promise<readonly Discussion[]>;
  /** Pull requests that introduced these commits. */
  byCommits(
    key: HistoryKey,
    commits: readonly string[],
  ): Promise<readonly { readonly commit: string; readonly pullRequest: DiscussionRow }[]>;
  /** Issues that these pull requests close, and pull requests that closed these issues; `from` is one of `numbers`. */
  findLinked(
    key: HistoryKey,
    numbers: readonly number[],
  ): Promise<readonly { readonly from: number; readonly to: DiscussionRow }[]>;
  /** Discussions that match any of the terms, best first. */
  search(key: HistoryKey, terms: readonly string[], limit: number): Promise<readonly DiscussionHit[]>;
  /** Deletes all discussions of a repository. */
  removeRepository(removed: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
