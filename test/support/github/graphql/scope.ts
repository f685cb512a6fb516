/** What the fields of one repository share: its git, its discussions, and each other. */

import type { GitCommit } from '../commits.ts';
import type { IssueData, PullRequestData } from '../discussions/discussion-data.ts';
import type { Hosted } from '../state.ts';
import type { Fields } from './fields.ts';

export interface Scope {
  readonly hosted: Hosted;
  /** `https://github.com/owner/name` */
  readonly page: string;
  readonly repository: () => Fields;
  readonly commit: (commit: GitCommit) => Fields;
  /** Null if there is no such commit. */
  readonly commitBySha: (sha: string) => Promise<Fields | null>;
  readonly pullRequest: (data: PullRequestData) => Fields;
  readonly issue: (data: IssueData) => Fields;
  /** Pull requests by each of their commits, the merge commit included. */
  readonly broughtBy: () => Promise<ReadonlyMap<string, readonly PullRequestData[]>>;
}

export const listPullRequests = ({ hosted }: Scope): readonly PullRequestData[] =>
  hosted.data.pullRequests ?? [];
export const listIssues = ({ hosted }: Scope): readonly IssueData[] => hosted.data.issues ?? [];

export const pullRequestByNumber = (scope: Scope, number: number): PullRequestData | undefined =>
  listPullRequests(scope).find((one) => one.number === number);
export const issueByNumber = (scope: Scope, number: number): IssueData | undefined =>
  listIssues(scope).find((one) => one.number === number);
