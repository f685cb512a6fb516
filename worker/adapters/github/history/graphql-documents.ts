/**
 * What is asked of GitHub's GraphQL. Every document is held to the published schema by its test. The sizes of inner lists are what decides the
 * price of a page: a point for each hundred lists asked for (https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 */

const author = 'author { __typename login }';
const page = 'totalCount pageInfo { hasNextPage endCursor }';
const lastChanged = 'orderBy: { field: UPDATED_AT, direction: DESC }';
/** Of whatever is written: a remark, a review, a discussion. */
const written = `${author} body createdAt url`;
const remarks = `comments(first: 50) { totalCount nodes { ${written} } }
        latest: comments(last: 20) { nodes { ${written} } }`;
const discussion = `number title ${written} updatedAt labels(first: 20) { nodes { name } }
        ${remarks}`;
/** A reply to a remark on a line is a review of its own: of a long discussion the end stands among the last ones. */
const review = `${written} submittedAt
          comments(first: 20) { totalCount nodes { ${written} path line originalLine } }`;
/** Numbers are told with their repository: some are another's. */
const numbered = 'number repository { nameWithOwner }';

const commit = `oid message authoredDate committedDate author { name } parents(first: 20) { nodes { oid } }
  associatedPullRequests(first: 3) { nodes { mergedAt ${numbered} } }`;

/** Commits a commit comes from, the newest first. Two points for a hundred. */
export const commitsDocument = askRepository(
  'Commits',
  '$head: GitObjectID!, $first: Int!, $after: String, $since: GitTimestamp',
  `object(oid: $head) {
      ... on Commit {
        history(first: $first, after: $after, since: $since) { ${page} nodes { ${commit} } }
      }
    }`,
);

/** Merged pull requests, the last changed first. Some nine points for twenty-five. */
export const pullRequestsDocument = askRepository(
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

/** Closed issues, the last changed first. Two points for twenty-five. */
export const issuesDocument = askRepository(
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

/** Who changed the lines of so many files last. A point or two, whatever their number. */
export function blameDocument(files: number): string {
  const places = Array.from({ length: files }, (_, place) => place);
  const paths = places.map((place) => `$path${place}: String!`);
  const blames = places.map(
    (place) =>
      `file${place}: blame(path: $path${place}) { ranges { startingLine endingLine commit { oid } } }`,
  );
  return askRepository(
    'Blame',
    ['$commit: GitObjectID!', ...paths].join(', '),
    `object(oid: $commit) { ... on Commit { ${blames.join(' ')} } }`,
  );
}

/** Commits by their ids. Two points for fifty. */
export function commitsByIdDocument(commits: number): string {
  const places = Array.from({ length: commits }, (_, place) => place);
  return askRepository(
    'CommitsById',
    places.map((place) => `$oid${place}: GitObjectID!`).join(', '),
    places
      .map((place) => `commit${place}: object(oid: $oid${place}) { ... on Commit { ${commit} } }`)
      .join(' '),
  );
}

/** What is left of the hour's points is told with every answer. */
function askRepository(name: string, variables: string, fields: string): string {
  return `query ${name}($owner: String!, $name: String!, ${variables}) {
  rateLimit { cost remaining resetAt }
  repository(owner: $owner, name: $name) {
    ${fields}
  }
}`;
}
