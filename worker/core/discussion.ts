/**
 * Pull requests and issues as they are kept: what was said, by whom and when. They belong to the repository; which of them a version
 * may speak of is told by the commits it holds.
 */

/** Longest body or comment kept, in UTF-16 units; the rest is cut, said by `isCut`. */
export const maxRemarkLength = 20_000;
/** Remarks kept of one discussion beside its body: the first ones, and the last. */
export const maxRemarks = 100;

const discussionKinds = ['pull-request', 'issue'] as const;
export type DiscussionKind = (typeof discussionKinds)[number];

/** A comment, a review's own words, or a remark on a line of a review. */
export interface Remark {
  readonly kind: 'comment' | 'review' | 'review-comment';
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly body: string;
  readonly isCut: boolean;
  /** Of a remark on a line: the file, as it was called then, and the line of it, where that is still known. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly url: string;
}

export interface Discussion {
  readonly kind: DiscussionKind;
  readonly number: number;
  readonly title: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** When it was merged or closed. */
  readonly closedAt: number;
  readonly body: string;
  readonly isCut: boolean;
  readonly labels: readonly string[];
  readonly url: string;
  /** Of a pull request: the commit it became on its base branch. */
  readonly mergeCommit: string | undefined;
  /** Of a pull request: issues it closes, as the host tells; of an issue: pull requests that closed it. */
  readonly closes: readonly number[];
  readonly remarks: readonly Remark[];
  /** Remarks there are beyond those kept, or told of a version: later ones are none of it. */
  readonly moreRemarks: number;
}
