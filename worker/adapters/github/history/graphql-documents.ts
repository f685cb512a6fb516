/**
 * GraphQL documents for GitHub; a test validates each against the published schema. The sizes of inner lists determine the price of a page:
 * one point per hundred requested lists (https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 */

const author = 'author { __typename login }';
const page = 'totalCount pageInfo { hasNextPage endCursor }';
const lastChanged = 'orderBy: { field: UPDATED_AT, direction: DESC }';
/** Fields of every comment, review and discussion. */
const written = `${author} body createdAt url`;
const comments = `comments(first: 50) { totalCount nodes { ${written} } }
        latest: comments(last: 20) { nodes { ${written} } }`;
const discussion = `number title ${written} updatedAt labels(first: 20) { nodes { name } }
        ${comments}`;
/** A reply to a line comment is a review of its own, so the end of a long discussion is among the last reviews. */
const review = `${written} submittedAt
          comments(first: 20) { totalCount nodes { ${written} path line originalLine } }`;
/** A number with its repository, because some belong to another repository. */
const numbered = 'number repository { nameWithOwner }';

const commit = `oid message authoredDate committedDate author { name } parents(first: 20) { nodes { oid } }
  associatedPullRequests(first: 3) { nodes { mergedAt ${numbered} } }`;

/** Ancestors of a commit, newest first. Two points per hundred. */
export const commitsDocument = queryRepository(
  'Commits',
  '$head: GitObjectID!, $first: Int!, $after: String, $since: GitTimestamp',
  `object(oid: $head) {
      ... on Commit {
        history(first: $first, after: $after, since: $since) { ${page} nodes { ${commit} } }
      }
    }`,
);

/** Merged pull requests, most recently updated first. About nine points per twenty-five. */
export const pullRequestsDocument = queryRepository(
  'PullRequests',
  '$first: Int!, $after: String',
  `nameWithOwner
    pullRequests(states: MERGED, first: $first, after: $after, ${lastChanged}) {
      ${page}
      nodes {
        ${discussion}
        mergedAt
        mergeCommit { oid }
        closingIssuesReferences(first: 100) { nodes { ${numbered} } }
        files(first: 100) { totalCount nodes { path additions deletions changeType } }
        reviews(first: 20) { totalCount nodes { ${review} } }
        lastReviews: reviews(last: 10) { nodes { ${review} } }
      }
    }`,
);

/** Closed issues, most recently updated first. Two points per twenty-five. */
export const issuesDocument = queryRepository(
  'Issues',
  '$first: Int!, $after: String, $since: DateTime',
  `nameWithOwner
    issues(states: CLOSED, first: $first, after: $after, filterBy: { since: $since }, ${lastChanged}) {
      ${page}
      nodes {
        ${discussion}
        closedAt
        timelineItems(last: 5, itemTypes: [CLOSED_EVENT]) {
          nodes { ... on ClosedEvent { closer { __typename ... on PullRequest { ${numbered} } } } }
        }
      }
    }`,
);

/** Blame of several files. One or two points, regardless of their number. */
export function blameDocument(files: number): string {
  const places = Array.from({ length: files }, (_, place) => place);
  const paths = places.map((place) => `$path${place}: String!`);
  const blames = places.map(
    (place) =>
      `file${place}: blame(path: $path${place}) { ranges { startingLine endingLine commit { oid } } }`,
  );
  return queryRepository(
    'Blame',
    ['$commit: GitObjectID!', ...paths].join(', '),
    `object(oid: $commit) { ... on Commit { ${blames.join(' ')} } }`,
  );
}

/** Commits by id. Two points per fifty. */
export function commitsByIdDocument(commits: number): string {
  const places = Array.from({ length: commits }, (_, place) => place);
  return queryRepository(
    'CommitsById',
    places.map((place) => `$oid${place}: GitObjectID!`).join(', '),
    places
      .map((place) => `commit${place}: object(oid: $oid${place}) { ... on Commit { ${commit} } }`)
      .join(' '),
  );
}

/** Every response includes the remaining points of the hour. */
function queryRepository(name: string, variables: string, fields: string): string {
  return `query ${name}($owner: String!, $name: String!, ${variables}) {
  rateLimit { cost remaining resetAt }
  repository(owner: $owner, name: $name) {
    ${fields}
  }
}`;
}
