/** Options of the local GitHub: its repositories, tokens, limits and faults. Times are ISO 8601 in UTC, as on GitHub. */

import type { Fault } from './faults.ts';
import type { IssueData, PullRequestData } from './discussions/discussion-data.ts';

export interface RepositoryData {
  readonly owner: string;
  readonly name: string;
  /** A work tree or a bare repository, read at every call. */
  readonly folder: string;
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
  /** By default, HEAD of the folder. */
  readonly defaultBranch?: string;
  readonly description?: string;
  /** Former `owner/name`: calls for it are redirected to `/repositories/<id>`. */
  readonly renamedFrom?: readonly string[];
  /** Returns 451 for a takedown, 403 for a terms violation. */
  readonly blocked?: 'dmca' | 'tos';
  readonly pullRequests?: readonly PullRequestData[];
  readonly issues?: readonly IssueData[];
  /** Its main language, as its page shows it. */
  readonly language?: string;
}

export interface TokenData {
  readonly token: string;
  readonly login: string;
  /** `owner/name` of the private repositories that it may see. */
  readonly canRead: readonly string[];
  /** `owner/name` of repositories that it may see but whose contents it may not read: 403. */
  readonly lacksRight?: readonly string[];
  /** Returns 401 `Bad credentials`, as for an unknown token. */
  readonly isExpired?: boolean;
}

export interface Limits {
  /** REST calls per hour with a token; 5,000 on GitHub. */
  readonly core?: number;
  /** REST calls per hour without a token; 60 on GitHub. */
  readonly anonymous?: number;
  /** GraphQL points per hour; 5,000 on GitHub. */
  readonly graphql?: number;
  /** Code searches per minute; 10 on GitHub. */
  readonly codeSearch?: number;
  /** Duration of a budget instead of the hour or minute. */
  readonly windowMs?: number;
  /** Nodes that a GraphQL call may request; 500,000 on GitHub. */
  readonly nodes?: number;
  /** Entries in a recursive tree; 100,000 on GitHub. */
  readonly treeEntries?: number;
  /** Files on a page of a commit, and in a whole comparison; 300 on GitHub. */
  readonly filesPerPage?: number;
  /** Files of a commit on all pages; 3,000 on GitHub. */
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

/** One answered call. */
export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** For GraphQL: the name of the operation, or its top-level fields. */
  readonly operation?: string;
  /** Points that a GraphQL call cost. */
  readonly cost?: number;
  readonly status: number;
  /** The fault that struck it. */
  readonly fault?: Fault['kind'];
  /** Whether it had an Authorization header, and whose it was if valid. */
  readonly hasToken: boolean;
  readonly login?: string;
}
