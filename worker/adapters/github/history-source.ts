/** What GitHub knows of a repository's past: by GraphQL with a token, which it demands for that, and else by REST, which tells less. */

import type { HistoryReach, HistorySource } from '../../ports/history-source.ts';
import { createGitHubCalls, type GitHubOptions } from './api-calls.ts';
import { createAskGraphql } from './history/graphql-request.ts';
import { graphqlHistory, maxBlamed, maxCommitsOf } from './history/graphql-history.ts';
import { restHistory } from './history/rest-history.ts';

const withToken: HistoryReach = { blame: true, commitFiles: 300, notes: [] };
/** Of sixty calls an hour some are left for what else is asked of GitHub. */
const withoutToken: HistoryReach = {
  blame: false,
  commitFiles: 20,
  notes: [
    'It was asked for without a token: which commits a pull request is made of, reviews, and who changed lines last are not known, of remarks the last ones alone. Store a token with PUT /v1/tokens/github and refresh.',
  ],
};

export function createGitHubHistorySource(options: GitHubOptions): HistorySource {
  const calls = createGitHubCalls(options);
  const graphql = graphqlHistory(createAskGraphql(calls, options.now));
  const rest = restHistory(calls);
  return {
    maxBlamed,
    maxCommitsOf,
    maxFilesOf: 10,
    reachOf: (access) => (access.token === undefined ? withoutToken : withToken),
    commits: (place, page, access) =>
      (access.token === undefined ? rest : graphql).commits(place, page, access),
    commitsOf: graphql.commitsOf,
    filesOf: rest.filesOf,
    discussions: (place, page, access) =>
      (access.token === undefined ? rest : graphql).discussions(place, page, access),
    blame: graphql.blame,
  };
}
