/** Types of the pull requests and issues that a test passes to the local GitHub. */

/** A login, or null for a deleted account. */
export type Login = string | null;

export interface CommentData {
  readonly author: Login;
  readonly body: string;
  readonly createdAt: string;
}

export interface ReviewCommentData extends CommentData {
  readonly path: string;
  /** 1-based line at the head; null if the line is gone and the comment outdated. */
  readonly line: number | null;
  readonly originalLine: number;
}

export interface ReviewData {
  readonly author: Login;
  readonly body: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  readonly submittedAt: string;
  /** Each comment starts its own thread. */
  readonly comments: readonly ReviewCommentData[];
}

interface Titled {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: Login;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly labels: readonly string[];
  readonly comments: readonly CommentData[];
}

export interface PullRequestData extends Titled {
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly mergedAt: string | null;
  /** The merge or squash commit. */
  readonly mergeCommit: string | null;
  /** Changed paths; by default the paths that the merge commit changes. */
  readonly files?: readonly string[];
  /** Numbers of the issues that the pull request closes. */
  readonly closes: readonly number[];
  readonly reviews: readonly ReviewData[];
}

export interface IssueData extends Titled {
  readonly state: 'OPEN' | 'CLOSED';
  readonly closedAt: string | null;
  readonly stateReason?: 'COMPLETED' | 'NOT_PLANNED' | null;
  /** Number of the pull request, or id of the commit, that closed the issue. */
  readonly closedBy?: number | string;
  /** Numbers of the pull requests or issues that mention the issue. */
  readonly mentionedBy?: readonly number[];
}
