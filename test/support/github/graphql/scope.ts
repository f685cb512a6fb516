/** The context that the resolvers of one repository share: its git reader, its discussions, and the resolvers of related objects. */

import type { GitCommit } from '../commits.ts';
import type { IssueData, PullRequestData } from '../discussions/discussion-data.ts';
import type { Hosted } from '../state.ts';
import type { Fields } from './fields.ts';

export interface Scope {
  readonly hosted: Hosted;
  /** The repository's page, `https://github.com/owner/name`. */
  readonly page: string;
  readonly repository: () => Fields;
  readonly commit: (commit: GitCommit) => Fields;
  /** Null if there is no such commit. */
  readonly commitBySha: (sha: string) => Promise<Fields | null>;
  readonly pullRequest: (data: PullRequestData) => Fields;
  readonly issue: (data: IssueData) => Fields;
  /** Returns pull requests by the hashes of their commits, including the merge commit. */
  readonly pullRequestsByCommit: () => Promise<ReadonlyMap<string, readonly PullRequestData[]>>;
}

export const listPullRequests = ({ hosted }: Scope): readonly PullRequestData[] =>
  hosted.data.pullRequests ?? [];
export const listIssues = ({ hosted }: Scope): readonly IssueData[] => hosted.data.issues ?? [];

export const pullRequestByNumber = (scope: Scope, number: number): PullRequestData | undefined =>
  listPullRequests(scope).find((pullRequest) => pullRequest.number === number);
export const issueByNumber = (scope: Scope, number: number): IssueData | undefined =>
  listIssues(scope).find((issue) => issue.number === number);
