/**
 * What is asked of GitHub's GraphQL. Every document is held to the published schema by its test. The sizes of inner lists are what decides the
 * price of a page: a point for each hundred lists asked for (https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 */

const budget = 'rateLimit { cost remaining resetAt }';
const author = 'author { __typename login }';
const comments = `nodes { ${author} body createdAt url }`;

const commit = `oid message authoredDate committedDate author { name } parents(first: 20) { nodes { oid } }
  associatedPullRequests(first: 3) { nodes { number mergedAt repository { nameWithOwner } } }`;

/** Commits a commit comes from, the newest first. Two points for a hundred. */
export const commitsDocument = `query Commits($owner: String!, $name: String!, $head: GitObjectID!, $first: Int!, $after: String, $since: GitTimestamp) {
  ${budget}
  repository(owner: $owner, name: $name) {
    object(oid: $head) {
      ... on Commit {
        history(first: $first, after: $after, since: $since) {
          totalCount
          pageInfo { hasNextPage endCursor }
          nodes { ${commit} }
        }
      }
    }
  }
}`;

/** Merged pull requests, the last changed first. Some seven points for twenty-five. */
export const pullRequestsDocument = `query PullRequests($owner: String!, $name: String!, $first: Int!, $after: String) {
  ${budget}
  repository(owner: $owner, name: $name) {
    nameWithOwner
    pullRequests(states: MERGED, first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        title
        body
        url
        createdAt
        updatedAt
        mergedAt
        ${author}
        mergeCommit { oid }
        labels(first: 20) { nodes { name } }
        closingIssuesReferences(first: 20) { nodes { number repository { nameWithOwner } } }
        files(first: 100) { totalCount nodes { path additions deletions changeType } }
        comments(first: 50) { totalCount ${comments} }
        latest: comments(last: 20) { ${comments} }
        reviews(first: 20) {
          totalCount
          nodes {
            ${author}
            body
            createdAt
            submittedAt
            url
            comments(first: 20) { totalCount nodes { ${author} body path line originalLine createdAt url } }
          }
        }
      }
    }
  }
}`;

/** Closed issues, the last changed first. Two points for twenty-five. */
export const issuesDocument = `query Issues($owner: String!, $name: String!, $first: Int!, $after: String, $since: DateTime) {
  ${budget}
  repository(owner: $owner, name: $name) {
    nameWithOwner
    issues(states: CLOSED, first: $first, after: $after, filterBy: { since: $since }, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        title
        body
        url
        createdAt
        updatedAt
        closedAt
        ${author}
        labels(first: 20) { nodes { name } }
        comments(first: 50) { totalCount ${comments} }
        latest: comments(last: 20) { ${comments} }
        timelineItems(last: 5, itemTypes: [CLOSED_EVENT]) {
          nodes { ... on ClosedEvent { closer { __typename ... on PullRequest { number repository { nameWithOwner } } } } }
        }
      }
    }
  }
}`;

/** Who changed the lines of so many files last. A point or two, whatever their number. */
export function blameDocument(files: number): string {
  const places = Array.from({ length: files }, (_, place) => place);
  const variables = places.map((place) => `, $path${place}: String!`).join('');
  const blames = places.map(
    (place) =>
      `file${place}: blame(path: $path${place}) { ranges { startingLine endingLine commit { oid } } }`,
  );
  return `query Blame($owner: String!, $name: String!, $commit: GitObjectID!${variables}) {
  ${budget}
  repository(owner: $owner, name: $name) {
    object(oid: $commit) {
      ... on Commit {
        ${blames.join('\n        ')}
      }
    }
  }
}`;
}

/** Commits by their ids. Two points for fifty. */
export function commitsByIdDocument(commits: number): string {
  const places = Array.from({ length: commits }, (_, place) => place);
  const variables = places.map((place) => `, $oid${place}: GitObjectID!`).join('');
  const asked = places.map(
    (place) => `commit${place}: object(oid: $oid${place}) { ... on Commit { ${commit} } }`,
  );
  return `query CommitsById($owner: String!, $name: String!${variables}) {
  ${budget}
  repository(owner: $owner, name: $name) {
    ${asked.join('\n    ')}
  }
}`;
}
