/** Options of the local GitHub: its repositories, tokens, limits and faults. Times are ISO 8601 in UTC, as on GitHub. */

import type { Fault } from './faults.ts';
import type { IssueData, PullRequestData } from './discussions/discussion-data.ts';

export interface RepositoryData {
  readonly owner: string;
  readonly name: string;
  /** A work tree or a bare repository. Its refs are read at every call. */
  readonly folder: string;
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
  /** The branch that HEAD of the folder points to by default. */
  readonly defaultBranch?: string;
  readonly description?: string;
  /** Former `owner/name`: calls for it are redirected to `/repositories/<id>`. */
  readonly renamedFrom?: readonly string[];
  /** Makes calls return 451 for a takedown, or 403 for a violation of the terms. */
  readonly blocked?: 'dmca' | 'tos';
  readonly pullRequests?: readonly PullRequestData[];
  readonly issues?: readonly IssueData[];
  /** The main language, as GitHub shows it on the repository's page. */
  readonly language?: string;
}

export interface TokenData {
  readonly token: string;
  readonly login: string;
  /** `owner/name` of the private repositories that the token can read. */
  readonly canRead: readonly string[];
  /** `owner/name` of repositories that the token can see but whose contents it cannot read. Calls return 403. */
  readonly lacksRight?: readonly string[];
  /** Makes calls return 401 `Bad credentials`, as with an unknown token. */
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
  /** Time after which budgets reset, instead of an hour or a minute. */
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

/** GitHub's limits: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api and each endpoint's own page. */
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

/** The record of one answered call. */
export interface Call {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The name of the GraphQL operation, or its top-level fields. */
  readonly operation?: string;
  /** Points that a GraphQL call cost. */
  readonly cost?: number;
  readonly status: number;
  /** The fault that struck the call. */
  readonly fault?: Fault['kind'];
  /** Whether the call had an Authorization header. `login` is its owner if the token was valid. */
  readonly hasToken: boolean;
  readonly login?: string;
}
