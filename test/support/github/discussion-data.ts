/** Pull requests and issues as a test hands them to the GitHub on loopback. People are logins; null stands for a deleted account. */

/** A login, or null for an account that is gone. */
export type Login = string | null;

export interface CommentData {
  readonly author: Login;
  readonly body: string;
  readonly createdAt: string;
}

export interface ReviewCommentData extends CommentData {
  readonly path: string;
  /** 1-based line at the head; null where the line is gone (the remark is outdated). */
  readonly line: number | null;
  readonly originalLine: number;
}

export interface ReviewData {
  readonly author: Login;
  readonly body: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  readonly submittedAt: string;
  /** Each begins a thread of its own. */
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
  /** The commit it became, of a merge or a squash. */
  readonly mergeCommit: string | null;
  /** Paths it changed; those of its commit where left out. */
  readonly files?: readonly string[];
  /** Numbers of issues it closes. */
  readonly closes: readonly number[];
  readonly reviews: readonly ReviewData[];
}

export interface IssueData extends Titled {
  readonly state: 'OPEN' | 'CLOSED';
  readonly closedAt: string | null;
  readonly stateReason?: 'COMPLETED' | 'NOT_PLANNED' | null;
  /** What closed it: a pull request's number, or a commit. */
  readonly closedBy?: number | string;
  /** Numbers of pull requests or issues that mention it. */
  readonly mentionedBy?: readonly number[];
}
