/** Tests the GraphQL API: commits, pull requests and issues by page, and errors. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSampleGitHub, type SampleGitHub } from '../sample-github.ts';
import type { PullRequestData } from '../discussions/discussion-data.ts';

let github: SampleGitHub;
beforeAll(async () => {
  github = await startSampleGitHub();
});
afterAll(() => github.close());

const queryRepository = (fields: string, name = 'harbour'): string =>
  `{ repository(owner: "acme", name: "${name}") { ${fields} } }`;

describe('commits', () => {
  const history = `query History($after: String) {
    repository(owner: "acme", name: "harbour") {
      defaultBranchRef { name target { ... on Commit {
        history(first: 2, after: $after) {
          totalCount
          pageInfo { hasNextPage endCursor }
          nodes { oid message author { name email user { login } } parents(first: 2) { nodes { oid } }
            associatedPullRequests(first: 2) { nodes { number } } }
        }
      } } }
    }
  }`;

  it('are listed by page, newest first, with their pull requests', async () => {
    const seenCommits: string[] = [];
    let after: unknown;
    for (let page = 0; page < 5; page += 1) {
      const { body } = await github.query(history, { after });
      const [historyJson] = JSON.stringify(body.data).match(/\{"totalCount".*\}\]\}/) ?? [];
      expect(historyJson).toContain('"totalCount":5');
      seenCommits.push(
        ...[...JSON.stringify(body.data).matchAll(/\{"oid":"([0-9a-f]{40})","message"/g)].map(
          ([, sha = '']) => sha,
        ),
      );
      const [, cursor] = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(JSON.stringify(body.data)) ?? [];
      if (cursor === undefined) break;
      after = cursor;
    }
    expect(seenCommits).toHaveLength(5);
    expect(new Set(seenCommits)).toEqual(new Set([...github.commits, github.branch]));
    expect(seenCommits[0]).toBe(github.commits.at(-1));
  });

  it('include people, parents and pull requests', async () => {
    const squash = github.commits[2] ?? '';
    const { body } = await github.query(
      queryRepository(`object(oid: "${squash}") { ... on Commit { author { name user { login } } parents(first: 5) { nodes { oid } }
        associatedPullRequests(first: 5) { nodes { number } } } }`),
    );
    expect(body.data).toEqual({
      repository: {
        object: {
          author: { name: 'Ann', user: { login: 'ann' } },
          parents: { nodes: [{ oid: github.commits[1] }] },
          associatedPullRequests: { nodes: [{ number: 3 }] },
        },
      },
    });
  });

  it('on a merged branch belong to the pull request of the merge', async () => {
    const merge: PullRequestData = { ...mergedBranch, mergeCommit: github.commits[3] ?? '' };
    github.change('acme/secret', { pullRequests: [merge] });
    const { body } = await github.query(
      queryRepository(
        `object(oid: "${github.branch}") { ... on Commit { associatedPullRequests(first: 1) { nodes { number } } } }
        pullRequest(number: 4) { commits(first: 9) { nodes { commit { oid } } } }`,
        'secret',
      ),
    );
    expect(body.data).toEqual({
      repository: {
        object: { associatedPullRequests: { nodes: [{ number: 4 }] } },
        pullRequest: { commits: { nodes: [{ commit: { oid: github.branch } }] } },
      },
    });
  });

  it('are attributed to the lines of a file across a rename', async () => {
    const fields = 'blame(path: "src/gauge.py") { ranges { startingLine endingLine commit { oid } } }';
    const { body } = await github.query(
      queryRepository(`object(expression: "main") { ... on Commit { ${fields} } }`),
    );
    const ranges = [{ startingLine: 1, endingLine: 6, commit: { oid: github.commits[0] } }];
    expect(body.data).toEqual({ repository: { object: { blame: { ranges } } } });
  });
});

const mergedBranch: PullRequestData = {
  number: 4,
  title: 'Lamps',
  body: '',
  author: null,
  createdAt: '2024-02-01T00:00:00Z',
  updatedAt: '2024-03-05T00:00:00Z',
  labels: [],
  comments: [],
  state: 'MERGED',
  mergedAt: '2024-03-02T00:00:00Z',
  mergeCommit: null,
  closes: [],
  reviews: [],
};

const countIssuesSince = (day: string): string =>
  `issues(first: 1, filterBy: { since: "${day}T00:00:00Z" }) { totalCount }`;

describe('discussions', () => {
  it('include the files, comments, reviews and threads of a pull request', async () => {
    const { body } = await github.query(
      queryRepository(`pullRequests(states: MERGED, first: 5) { totalCount nodes {
        title bodyText author { login } mergeCommit { oid } labels(first: 5) { nodes { name } }
        closingIssuesReferences(first: 5) { nodes { number } }
        files(first: 5) { nodes { path changeType } }
        comments(first: 5) { nodes { author { __typename login } } }
        reviews(first: 5) { nodes { state submittedAt comments(first: 5) { nodes { path line originalLine author { login } outdated } } } }
        reviewThreads(first: 1) { totalCount nodes { line comments(first: 1) { nodes { body } } } }
      } }`),
    );
    const path = 'src/lock #1.py';
    const node = {
      title: 'Count locks',
      author: { login: 'ann' },
      mergeCommit: { oid: github.commits[2] },
      labels: { nodes: [{ name: 'locks' }, { name: 'good first issue' }] },
      closingIssuesReferences: { nodes: [{ number: 2 }] },
      files: { nodes: [{ path, changeType: 'MODIFIED' }] },
      comments: { nodes: [{ author: { __typename: 'Bot', login: 'harbour-robot' } }] },
      reviews: {
        nodes: [
          {
            state: 'APPROVED',
            comments: {
              nodes: [
                { path, line: 1, originalLine: 1, author: { login: 'pilot' }, outdated: false },
                { path, line: null, originalLine: 7, author: null, outdated: true },
              ],
            },
          },
        ],
      },
      reviewThreads: {
        totalCount: 2,
        nodes: [{ line: 1, comments: { nodes: [{ body: 'Why not read it?' }] } }],
      },
    };
    expect(body.data).toMatchObject({ repository: { pullRequests: { totalCount: 1, nodes: [node] } } });
  });

  it('include the pull requests that close or mention an issue', async () => {
    const { body } = await github.query(
      queryRepository(`issues(first: 5, states: CLOSED) { nodes { number timelineItems(first: 5, itemTypes: [CLOSED_EVENT, CROSS_REFERENCED_EVENT]) {
        nodes { __typename ... on ClosedEvent { closer { ... on PullRequest { number } } }
          ... on CrossReferencedEvent { willCloseTarget source { ... on PullRequest { number } } } } } } }`),
    );
    const events = [
      { __typename: 'CrossReferencedEvent', willCloseTarget: true, source: { number: 3 } },
      { __typename: 'ClosedEvent', closer: { number: 3 } },
    ];
    expect(body.data).toEqual({
      repository: { issues: { nodes: [{ number: 2, timelineItems: { nodes: events } }] } },
    });
  });

  it('are listed since a date, and a new discussion does not shift the next page', async () => {
    const pullRequests = [1, 2, 3].map((number) => ({
      ...mergedBranch,
      number,
      updatedAt: `2024-03-0${number}T00:00:00Z`,
    }));
    github.change('acme/secret', { pullRequests });
    const page = `query Page($after: String) { repository(owner: "acme", name: "secret") {
      pullRequests(first: 2, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
        nodes { number } pageInfo { endCursor hasNextPage } } } }`;
    const first = JSON.stringify((await github.query(page)).body.data);
    expect(first).toContain('"nodes":[{"number":3},{"number":2}]');
    const after = /"endCursor":"([^"]+)"/.exec(first)?.[1];
    github.change('acme/secret', {
      pullRequests: [...pullRequests, { ...mergedBranch, number: 9, updatedAt: '2024-04-01T00:00:00Z' }],
    });
    const second = JSON.stringify((await github.query(page, { after })).body.data);
    expect(second).toContain('"nodes":[{"number":1}]');
    const { body } = await github.query(
      `{ repository(owner: "acme", name: "harbour") { a: ${countIssuesSince('2024-03-01')} b: ${countIssuesSince('2024-03-02')} } }`,
    );
    expect(body.data).toEqual({ repository: { a: { totalCount: 1 }, b: { totalCount: 0 } } });
  });
});

describe('errors', () => {
  it.each([
    ['{ repository(owner: "acme", name: "none") { id } }', 'NOT_FOUND'],
    [queryRepository('issues(first: 500) { totalCount }'), 'EXCESSIVE_PAGINATION'],
    [queryRepository('issues { totalCount }'), 'MISSING_PAGINATION_BOUNDARIES'],
    [
      queryRepository(
        'issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 100) { totalCount } } } } }',
      ),
      'MAX_NODE_LIMIT_EXCEEDED',
    ],
    [queryRepository('issues(first: 1, after: "nowhere") { totalCount }'), 'INVALID_CURSOR_ARGUMENTS'],
  ])('for %s have the type %s and HTTP status 200', async (query, type) => {
    const { status, body } = await github.query(query);
    expect(status).toBe(200);
    expect(body.errors).toMatchObject([{ type }]);
  });

  it('accompany partial data', async () => {
    const { body } = await github.query(
      queryRepository('name none: issue(number: 99) { title } issue(number: 2) { title }'),
    );
    expect(body.data).toMatchObject({
      repository: { name: 'harbour', none: null, issue: { title: sampleTitle } },
    });
    expect(body.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['repository', 'none'] }]);
  });

  it('reject callers without a valid token, and hide repositories that a token cannot read', async () => {
    expect((await github.query('{ viewer { login } }', {}, '')).status).toBe(401);
    expect((await github.query('{ viewer { login } }', {}, 'old')).status).toBe(401);
    expect((await github.query(queryRepository('id', 'secret'), {}, 'stranger')).body.errors).toMatchObject([
      { type: 'NOT_FOUND' },
    ]);
    expect(
      (await github.query(queryRepository('issues(first: 1) { totalCount }'), {}, 'narrow')).body.errors,
    ).toMatchObject([{ type: 'FORBIDDEN' }]);
  });

  it('reject a field that is not in the schema or not implemented', async () => {
    expect((await github.query(queryRepository('whereabouts'))).body.errors?.[0]?.message).toMatch(
      /Cannot query field "whereabouts"/,
    );
    expect((await github.query(queryRepository('diskUsage'))).body.errors?.[0]?.message).toMatch(
      /does not implement Repository.diskUsage/,
    );
  });
});

describe('points', () => {
  const budget = '{ rateLimit { cost remaining limit } }';
  const largeQuery = queryRepository(
    'issues(first: 100) { nodes { comments(first: 2) { totalCount } labels(first: 2) { totalCount } } }',
  );

  it('are charged by the size of a query, and a query fails when they are spent', async () => {
    const limited = await startSampleGitHub({ limits: { graphql: 5 } });
    onTestFinished(() => limited.close());
    expect((await limited.query(budget)).body.data).toEqual({
      rateLimit: { cost: 1, remaining: 4, limit: 5 },
    });
    await limited.query(largeQuery);
    expect(limited.calls.at(-1)).toMatchObject({ operation: 'repository', cost: 2, login: 'ann' });
    const after = await limited.query(budget);
    expect(after.body.data).toMatchObject({ rateLimit: { remaining: 1 } });
    expect(after.headers.get('x-ratelimit-resource')).toBe('graphql');
    const refused = await limited.query(largeQuery);
    expect(refused).toMatchObject({ status: 200, body: { errors: [{ type: 'RATE_LIMITED' }] } });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await limited.query(budget, {}, 'stranger')).body.data).toMatchObject({
      rateLimit: { remaining: 4 },
    });
  });
});

const sampleTitle = 'Ships wait at the wrong lock';
