/**
 * Pull requests and issues of repositories, stored once for all their versions. A read names the version it is about: it sees pull
 * requests that brought a commit the version holds, the issues those close, and of other issues those closed before its newest commit. Of
 * what was said after that commit, or after the merge, it is told how many remarks there are, and no more.
 */

import type { Discussion } from '../core/discussion.ts';
import type { HistoryKey } from './history-store.ts';

/** Without its remarks, which may be many. */
export interface DiscussionRow extends Omit<Discussion, 'remarks'> {
  /** Its key in the store, also in its full-text table. */
  readonly key: number;
}

export interface DiscussionHit extends DiscussionRow {
  /** BM25 of title, body and remarks; higher is better. */
  readonly score: number;
}

export interface DiscussionStore {
  /**
   * Stores them; one that is there already is replaced where it was changed. Secrets are masked and names plain before.
   * @param inPart numbers of those of which some is not known: they replace none
   */
  save(key: HistoryKey, discussions: readonly Discussion[], inPart?: ReadonlySet<number>): Promise<void>;
  /** Notes commits that pull requests brought beside their merge commits; either may be stored later. */
  saveCommits(
    key: HistoryKey,
    brought: readonly { readonly commit: string; readonly number: number }[],
  ): Promise<void>;
  /** How many of each the version may speak of. */
  count(key: HistoryKey): Promise<{ readonly pullRequests: number; readonly issues: number }>;
  /** By number, in the order asked; those the version may not speak of are left out. */
  byNumber(key: HistoryKey, numbers: readonly number[]): Promise<readonly Discussion[]>;
  /** Pull requests that brought these commits. */
  ofCommits(
    key: HistoryKey,
    commits: readonly string[],
  ): Promise<readonly { readonly commit: string; readonly pullRequest: DiscussionRow }[]>;
  /** Issues these pull requests close, and pull requests that closed these issues: `from` is one of those asked about. */
  linked(
    key: HistoryKey,
    numbers: readonly number[],
  ): Promise<readonly { readonly from: number; readonly to: DiscussionRow }[]>;
  /** Those whose words hold any of the terms, the best first. */
  search(key: HistoryKey, terms: readonly string[], limit: number): Promise<readonly DiscussionHit[]>;
  /** Removes all of a repository's. */
  removeRepository(removed: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
