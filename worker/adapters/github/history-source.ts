/** Implements the `HistorySource` port with GitHub: with GraphQL, which requires a token, or else with REST, which returns less. */

import type { HistoryCapabilities, HistorySource } from '../../ports/history-source.ts';
import { createGitHubCalls, type GitHubOptions } from './api-calls.ts';
import { createGraphqlSender } from './history/graphql-request.ts';
import { graphqlHistory, maxBlamePaths, maxCommitsById } from './history/graphql-history.ts';
import { restHistory } from './history/rest-history.ts';

const capabilitiesWithToken: HistoryCapabilities = { blame: true, commitFiles: 300, notes: [] };
/** Leaves some of the sixty calls per hour for other requests to GitHub. */
const capabilitiesWithoutToken: HistoryCapabilities = {
  blame: false,
  commitFiles: 20,
  notes: [
    'The history was fetched without a token. It lacks the commits of pull requests, reviews and blame, and has only the most recent comments. Store a token with PUT /v1/tokens/github and refresh.',
  ],
};

export function createGitHubHistorySource(options: GitHubOptions): HistorySource {
  const calls = createGitHubCalls(options);
  const graphql = graphqlHistory(createGraphqlSender(calls, options.now));
  const rest = restHistory(calls);
  return {
    maxBlamePaths,
    maxCommitsById,
    maxChangedFileCommits: 10,
    capabilities: (access) => (access.token === undefined ? capabilitiesWithoutToken : capabilitiesWithToken),
    commits: (location, page, access) =>
      (access.token === undefined ? rest : graphql).commits(location, page, access),
    commitsById: graphql.commitsById,
    changedFiles: rest.changedFiles,
    patch: rest.patch,
    discussions: (location, page, access) =>
      (access.token === undefined ? rest : graphql).discussions(location, page, access),
    blame: graphql.blame,
  };
}
