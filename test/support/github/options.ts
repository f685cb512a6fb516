/** What a test tells the GitHub on loopback of its repositories, tokens, limits and faults. Times are ISO 8601 in UTC, as GitHub writes them. */

import type { Fault } from './faults.ts';
import type { IssueData, PullRequestData } from './discussion-data.ts';

export interface RepositoryData {
  readonly owner: string;
  readonly name: string;
  /** A work tree or a bare repository; it is read anew at every call. */
  readonly folder: string;
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
  /** Of the folder's own HEAD where left out. */
  readonly defaultBranch?: string;
  readonly description?: string;
  /** `owner/name` of before: calls for it are sent on to `/repositories/<id>`. */
  readonly renamedFrom?: readonly string[];
  /** Answers 451 for a takedown, 403 for a breach of terms. */
  readonly blocked?: 'dmca' | 'tos';
  readonly pullRequests?: readonly PullRequestData[];
  readonly issues?: readonly IssueData[];
  /** The language most of it is in, as the page of it tells. */
  readonly language?: string;
}

export interface TokenData {
  readonly token: string;
  readonly login: string;
  /** `owner/name` of private repositories it may see. */
  readonly canRead: readonly string[];
  /** `owner/name` of repositories it sees but lacks the right to read the contents of: 403. */
  readonly lacksRight?: readonly string[];
  /** Answered 401 `Bad credentials`, as one that never was. */
  readonly isExpired?: boolean;
}

export interface Limits {
  /** REST calls an hour with a token; 5,000 on GitHub. */
  readonly core?: number;
  /** REST calls an hour without a token; 60 on GitHub. */
  readonly anonymous?: number;
  /** Points an hour of GraphQL; 5,000 on GitHub. */
  readonly graphql?: number;
  /** Searches of code a minute; 10 on GitHub. */
  readonly codeSearch?: number;
  /** How long a budget lasts instead of the hour or minute. */
  readonly windowMs?: number;
  /** Nodes a GraphQL call may ask for; 500,000 on GitHub. */
  readonly nodes?: number;
  /** Entries a recursive tree tells; 100,000 on GitHub. */
  readonly treeEntries?: number;
  /** Files a page of a commit, and a comparison in all; 300 on GitHub. */
  readonly filesPerPage?: number;
  /** Files a commit tells on all pages; 3,000 on GitHub. */
  readonly filesOfCommit?: number;
}

export interface GitHubOptions {
  readonly repositories: readonly RepositoryData[];
  readonly tokens?: readonly TokenData[];
  readonly faults?: readonly Fault[];
  readonly limits?: Limits;
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api and each endpoint's own page. */
export const publishedLimits = {
  core: 5000,
  anonymous: 60,
  graphql: 5000,
  codeSearch: 10,
  nodes: 500_000,
  treeEntries: 100_000,
  filesPerPage: 300,
  filesOfCommit: 3000,
} as const;

/** One call as it was answered. */
export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Of GraphQL: the operation's name, or the fields it asks for. */
  readonly operation?: string;
  /** Points a GraphQL call took. */
  readonly cost?: number;
  readonly status: number;
  /** What struck it. */
  readonly fault?: Fault['kind'];
  /** Whether an Authorization header came with it, and whose it was where it was good. */
  readonly hasToken: boolean;
  readonly login?: string;
}
