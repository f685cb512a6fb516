/**
 * Creates GraphQL documents for GitHub; a test validates each against the published schema. The sizes of inner lists determine the cost of a page:
 * one point per hundred requested lists (https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 */

const author = 'author { __typename login }';
const pageFields = 'totalCount pageInfo { hasNextPage endCursor }';
const lastUpdatedFirst = 'orderBy: { field: UPDATED_AT, direction: DESC }';
/** Fields of every comment, review and discussion. */
const authoredFields = `${author} body createdAt url`;
const comments = `comments(first: 50) { totalCount nodes { ${authoredFields} } }
        latest: comments(last: 20) { nodes { ${authoredFields} } }`;
const discussion = `number title ${authoredFields} updatedAt labels(first: 20) { nodes { name } }
        ${comments}`;
/** A reply to a line comment is a separate review, so the last reviews contain the end of a long discussion. */
const review = `${authoredFields} submittedAt
          comments(first: 20) { totalCount nodes { ${authoredFields} path line originalLine } }`;
/** A number with its repository, because it may belong to another repository. */
const numberFields = 'number repository { nameWithOwner }';

const commit = `oid message authoredDate committedDate author { name } parents(first: 20) { nodes { oid } }
  associatedPullRequests(first: 3) { nodes { mergedAt ${numberFields} } }`;

/** Lists ancestors of a commit, newest first. Costs two points per hundred. */
export const commitsDocument = queryRepository(
  'Commits',
  '$head: GitObjectID!, $first: Int!, $after: String, $since: GitTimestamp',
  `object(oid: $head) {
      ... on Commit {
        history(first: $first, after: $after, since: $since) { ${pageFields} nodes { ${commit} } }
      }
    }`,
);

/** Lists merged pull requests, most recently updated first. Costs about nine points per twenty-five. */
export const pullRequestsDocument = queryRepository(
  'PullRequests',
  '$first: Int!, $after: String',
  `nameWithOwner
    pullRequests(states: MERGED, first: $first, after: $after, ${lastUpdatedFirst}) {
      ${pageFields}
      nodes {
        ${discussion}
        mergedAt
        mergeCommit { oid }
        closingIssuesReferences(first: 100) { nodes { ${numberFields} } }
        files(first: 100) { totalCount nodes { path additions deletions changeType } }
        reviews(first: 20) { totalCount nodes { ${review} } }
        lastReviews: reviews(last: 10) { nodes { ${review} } }
      }
    }`,
);

/** Lists closed issues, most recently updated first. Costs two points per twenty-five. */
export const issuesDocument = queryRepository(
  'Issues',
  '$first: Int!, $after: String, $since: DateTime',
  `nameWithOwner
    issues(states: CLOSED, first: $first, after: $after, filterBy: { since: $since }, ${lastUpdatedFirst}) {
      ${pageFields}
      nodes {
        ${discussion}
        closedAt
        timelineItems(last: 5, itemTypes: [CLOSED_EVENT]) {
          nodes { ... on ClosedEvent { closer { __typename ... on PullRequest { ${numberFields} } } } }
        }
      }
    }`,
);

/** Requests blame of several files. Costs one or two points, regardless of their number. */
export function blameDocument(files: number): string {
  const indexes = Array.from({ length: files }, (_, index) => index);
  const paths = indexes.map((index) => `$path${index}: String!`);
  const blames = indexes.map(
    (index) =>
      `file${index}: blame(path: $path${index}) { ranges { startingLine endingLine commit { oid } } }`,
  );
  return queryRepository(
    'Blame',
    ['$commit: GitObjectID!', ...paths].join(', '),
    `object(oid: $commit) { ... on Commit { ${blames.join(' ')} } }`,
  );
}

/** Requests commits by id. Costs two points per fifty. */
export function commitsByIdDocument(commits: number): string {
  const indexes = Array.from({ length: commits }, (_, index) => index);
  return queryRepository(
    'CommitsById',
    indexes.map((index) => `$oid${index}: GitObjectID!`).join(', '),
    indexes
      .map((index) => `commit${index}: object(oid: $oid${index}) { ... on Commit { ${commit} } }`)
      .join(' '),
  );
}

/** Wraps fields in a query of the repository that also requests the remaining rate limit. */
function queryRepository(name: string, variables: string, fields: string): string {
  return `query ${name}($owner: String!, $name: String!, ${variables}) {
  rateLimit { cost remaining resetAt }
  repository(owner: $owner, name: $name) {
    ${fields}
  }
}`;
}
