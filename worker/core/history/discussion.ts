/**
 * Pull requests and issues as they are stored. They belong to the repository; the commits that a version contains decide which of them
 * the version may cite.
 */

/** Maximum length of a stored body or comment in UTF-16 units; `isCut` marks a longer one. */
export const maxCommentLength = 20_000;
/** Maximum comments stored for one discussion: the first ones and the last one. */
export const maxComments = 100;

export const discussionKinds = ['pull-request', 'issue'] as const;
export type DiscussionKind = (typeof discussionKinds)[number];

/** A comment, a review's summary, or a comment on a line of a review. */
export const commentKinds = ['comment', 'review', 'review-comment'] as const;

export interface DiscussionComment {
  readonly kind: (typeof commentKinds)[number];
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly body: string;
  readonly isCut: boolean;
  /** For a comment on a line: the file's path at that time, and the line if it is still known. */
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
  /** The commit that a pull request became on its base branch. */
  readonly mergeCommit: string | undefined;
  /** For a pull request, the issues it closes according to the host; for an issue, the pull requests that closed it. */
  readonly closes: readonly number[];
  readonly comments: readonly DiscussionComment[];
  /** The number of comments that are not stored, or that are newer than the version. */
  readonly moreComments: number;
}
