/** Tests partial GraphQL responses. They are scripted, because the test server does not enforce GitHub's resource limits. */
import { describe, expect, it } from 'vitest';
import type { GitHubCalls } from '../../../../worker/adapters/github/api-calls.ts';
import { hostError } from '../../../../worker/adapters/github/host-error.ts';
import { createGraphqlSender } from '../../../../worker/adapters/github/history/graphql-request.ts';
import { graphqlHistory } from '../../../../worker/adapters/github/history/graphql-history.ts';

const now = Date.UTC(2026, 0, 1);
const location = { owner: 'acme', name: 'tool' };
const access = { token: 'good' };
const first = { since: undefined, cursor: undefined };
const pulls = { kind: 'pull-request', ...first } as const;
const exceeded = { type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' };

type Variables = Readonly<Record<string, unknown>>;
interface ScriptedResponse {
  readonly repository?: unknown;
  readonly errors?: readonly unknown[];
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param sizes receives the sizes of the requested pages */
function createScriptedSource(
  answer: (variables: Variables, query: string) => ScriptedResponse,
  sizes: unknown[] = [],
) {
  const calls: Pick<GitHubCalls, 'json'> = {
    json: ({ parameters }) => {
      const variables = parameters['variables'] as Variables;
      sizes.push(variables['first']);
      const { repository = null, headers = {}, ...rest } = answer(variables, String(parameters['query']));
      return Promise.resolve({ data: { data: { repository }, ...rest }, headers });
    },
  };
  return graphqlHistory(createGraphqlSender(calls as GitHubCalls, () => now));
}

const pageInfo = { hasNextPage: true, endCursor: 'abc' };
const list = (nodes: readonly unknown[] | null) => ({ totalCount: 900, nodes });
const pull = (number: number, overrides: object = {}) => ({
  number,
  title: `Number ${number}`,
  body: 'Since.',
  url: `https://github.com/acme/tool/pull/${number}`,
  createdAt: '2025-01-01T00:00:00Z',
  mergedAt: '2025-01-02T00:00:00Z',
  updatedAt: '2025-01-02T00:00:00Z',
  labels: list([]),
  comments: list([]),
  latest: list([]),
  reviews: list([]),
  lastReviews: list([]),
  closingIssuesReferences: list([]),
  files: list([]),
  ...overrides,
});
const review = (at: number) => ({
  url: `review ${at}`,
  body: `Comment ${at}.`,
  submittedAt: new Date(now + at).toISOString(),
  comments: { totalCount: 0, nodes: [] },
});
const reviews = (from: number, to: number) => ({
  totalCount: 40,
  nodes: Array.from({ length: to - from }, (_, at) => review(from + at)),
});
const pullRequests = (nodes: readonly unknown[] | null) => ({
  nameWithOwner: 'acme/tool',
  pullRequests: { ...list(nodes), pageInfo },
});

const historyWith = (nodes: readonly unknown[] | null) => ({
  object: { history: { totalCount: 2, pageInfo, nodes } },
});
const readPaths = (variables: Variables) =>
  Object.entries(variables).flatMap(([name, value]) => (name.startsWith('path') ? [String(value)] : []));

describe('a rate limit inside a response of status 200', () => {
  it.each([
    [
      'with an undocumented error type',
      {
        errors: [{ type: 'RATE_LIMIT', message: 'API rate limit already exceeded for user ID 1.' }],
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 + 1_800) },
      },
      now + 1_800_000,
    ],
    [
      'with no error type',
      {
        errors: [{ message: 'You have exceeded a secondary rate limit.' }],
        headers: { 'retry-after': '90' },
      },
      now + 90_000,
    ],
    ['stated only in the message', { message: 'You have exceeded a secondary rate limit.' }, now + 60_000],
    ['stated only in a header', { headers: { 'retry-after': '5' } }, now + 5_000],
    [
      'alongside data',
      {
        repository: pullRequests([pull(1)]),
        errors: [{ type: 'RATE_LIMIT', message: 'API rate limit exceeded.' }],
      },
      now + 60_000,
    ],
  ])(
    '%s is reported with its retry time, after one request',
    async (_, answer: ScriptedResponse, retryAt) => {
      const sizes: unknown[] = [];
      const discussions = createScriptedSource(() => answer, sizes).discussions(location, pulls, access);
      await expect(discussions).rejects.toMatchObject({ code: 'host_limited', details: { retryAt } });
      expect(sizes).toHaveLength(1);
    },
  );
});

describe('a page of discussions', () => {
  const completePage = (size: unknown) =>
    pullRequests(Array.from({ length: Number(size) }, (_, at) => pull(at + 1)));

  it.each([
    ['with an error', { repository: pullRequests(null), errors: [exceeded] }],
    ['without an error', { repository: pullRequests(null) }],
    ['with only some items', { repository: pullRequests([pull(1), null]), errors: [exceeded] }],
    ['without page information', { repository: { pullRequests: list([]) } }],
  ])('that is incomplete %s is requested at half its size', async (_, answer: ScriptedResponse) => {
    const sizes: unknown[] = [];
    const { discussions } = createScriptedSource(
      ({ first: size }) => (size === 25 ? answer : { repository: completePage(size) }),
      sizes,
    );
    const page = await discussions(location, pulls, access);
    expect(sizes).toEqual([25, 12]);
    expect([page.items.length, page.omitted, page.next]).toEqual([12, 0, '12:abc']);
  });

  it('reports the number of omitted items if it is incomplete even at the smallest size, and states the next page', async () => {
    const { discussions } = createScriptedSource(() => ({
      repository: pullRequests(null),
      errors: [exceeded],
    }));
    expect(await discussions(location, pulls, access)).toMatchObject({
      items: [],
      omitted: 5,
      next: '5:abc',
    });
  });

  it.each([
    ['reviews', { reviews: null }],
    ['comments', { comments: { totalCount: 9, nodes: null } }],
    ['closed issues', { closingIssuesReferences: null }],
    ['comments of a review', { reviews: list([{ url: 'r', body: 'Why?', comments: null }]) }],
  ])(
    'that lacks the %s of one discussion is used, and marks and counts that discussion as incomplete',
    async (_, more) => {
      const nodes = [pull(1), pull(2, more)];
      const source = createScriptedSource(() => ({ repository: pullRequests(nodes), errors: [exceeded] }));
      const page = await source.discussions(location, pulls, access);
      expect(page.items.map(({ isIncomplete }) => isIncomplete)).toEqual([undefined, true]);
      expect(page.omitted).toBe(1);
      const plain = await createScriptedSource(() => ({ repository: pullRequests(nodes) })).discussions(
        location,
        pulls,
        access,
      );
      expect(plain.omitted).toBe(0);
      expect(plain.items.map(({ isIncomplete }) => isIncomplete)).toEqual([undefined, undefined]);
    },
  );

  it('is not treated as the last page if it lacks page information at any size', async () => {
    const { discussions } = createScriptedSource(() => ({ repository: { pullRequests: list([]) } }));
    await expect(discussions(location, pulls, access)).rejects.toMatchObject({ code: 'host_unavailable' });
  });

  it('is not requested again after an error response', async () => {
    const sizes: unknown[] = [];
    const refused = { type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' };
    const { discussions } = createScriptedSource(() => ({ errors: [refused] }), sizes);
    await expect(discussions(location, pulls, access)).rejects.toMatchObject({ code: 'source_forbidden' });
    expect(sizes).toEqual([25]);
  });

  it('is used unchanged if the error concerns a single field', async () => {
    const refused = { type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' };
    const { discussions } = createScriptedSource(() => ({
      repository: pullRequests([pull(1)]),
      errors: [refused],
    }));
    expect(await discussions(location, pulls, access)).toMatchObject({ omitted: 0, next: '25:abc' });
  });

  it('includes the last reviews, each once', async () => {
    const long = pull(1, { comments: { totalCount: 0, nodes: [] }, reviews: reviews(0, 20) });
    const readReviews = async (from: number) => {
      const node = { ...long, lastReviews: reviews(from, from + 10) };
      const { items } = await createScriptedSource(() => ({ repository: pullRequests([node]) })).discussions(
        location,
        pulls,
        access,
      );
      const { comments = [], moreComments } = items[0]?.discussion ?? {};
      return [comments.length, comments.at(-1)?.body, moreComments];
    };
    expect(await readReviews(30)).toEqual([30, 'Comment 39.', 10]);
    expect(await readReviews(15)).toEqual([25, 'Comment 24.', 15]);
  });
});

describe('a page of commits', () => {
  const request = { head: 'c', ...first };
  const commit = { oid: 'a'.repeat(40), parents: { nodes: [] } };

  it('is not reported as an unknown commit when GitHub gave up on it', async () => {
    const sizes: unknown[] = [];
    const { commits } = createScriptedSource(
      () => ({ repository: { object: null }, errors: [exceeded] }),
      sizes,
    );
    await expect(commits(location, request, access)).rejects.toMatchObject({ code: 'host_unavailable' });
    expect(sizes).toEqual([100, 50, 25, 12, 10]);
    const none = createScriptedSource(() => ({ repository: { object: null } }));
    await expect(none.commits(location, request, access)).rejects.toMatchObject({ code: 'ref_not_found' });
  });

  it.each([
    ['its list', null, [exceeded]],
    ['a commit', [commit, null], []],
    ['the parents of a commit', [commit, { oid: 'b'.repeat(40), parents: null }], []],
    ['the parents of a commit, with an error', [commit, { oid: 'b'.repeat(40), parents: null }], [exceeded]],
  ])('that lacks %s is requested at smaller sizes, and finally fails', async (_, nodes, errors) => {
    const sizes: unknown[] = [];
    const lacking = createScriptedSource(() => ({ repository: historyWith(nodes), errors }), sizes);
    await expect(lacking.commits(location, request, access)).rejects.toMatchObject({
      code: 'host_unavailable',
    });
    expect(sizes).toEqual([100, 50, 25, 12, 10]);
    const { commits } = createScriptedSource(({ first: size }) => ({
      repository: historyWith(Number(size) > 25 ? nodes : [commit]),
    }));
    expect(await commits(location, request, access)).toMatchObject({
      items: [{ id: commit.oid }],
      next: '25:abc',
    });
  });
});

describe('blame', () => {
  const unavailable = hostError({ status: 502, headers: {}, data: '' }, 'acme/tool', now);
  const request = { commit: 'c', paths: ['a.c', 'big.c', 'gone.c', 'z.c'] };
  const range = { startingLine: 1, endingLine: 2, commit: { oid: 'a'.repeat(40) } };
  const blameReply = (paths: readonly string[]): ScriptedResponse => ({
    repository: { object: Object.fromEntries(paths.map((_, at) => [`file${at}`, { ranges: [range] }])) },
  });
  const notFound = { repository: { object: null }, errors: [{ type: 'NOT_FOUND', message: 'No file.' }] };

  it('of other files is not affected by a missing or failing file', async () => {
    const { blame } = createScriptedSource((variables) => {
      const paths = readPaths(variables);
      if (paths.includes('big.c')) throw unavailable;
      return paths.includes('gone.c') ? notFound : blameReply(paths);
    });
    expect([...(await blame(location, request, access)).runs.keys()]).toEqual(['a.c', 'z.c']);
  });

  it('of a missing file is not reported as a rate limit, whatever its path contains', async () => {
    const paths = ['a.c', 'docs/Rate limits.py'];
    const message = "Could not resolve file for path 'docs/Rate limits.py'.";
    const { blame } = createScriptedSource((variables) => {
      const requested = readPaths(variables);
      if (!requested.includes('docs/Rate limits.py')) return blameReply(requested);
      return { repository: { object: null }, errors: [{ type: 'NOT_FOUND', message }] };
    });
    expect([...(await blame(location, { commit: 'c', paths }, access)).runs.keys()]).toEqual(['a.c']);
  });

  it('returns no runs if every file fails but GitHub is up, and a retryable error if GitHub is down', async () => {
    const files = createScriptedSource((_variables, query) => {
      if (/blame/.test(query)) throw unavailable;
      return { repository: { commit0: { oid: 'c' } } };
    });
    expect((await files.blame(location, request, access)).runs.size).toBe(0);
    const host = createScriptedSource(() => {
      throw unavailable;
    });
    await expect(host.blame(location, request, access)).rejects.toMatchObject({ code: 'host_unavailable' });
    const gone = createScriptedSource(() => ({ errors: notFound.errors }));
    await expect(gone.blame(location, request, access)).rejects.toMatchObject({ code: 'source_not_found' });
  });

  it.each([
    ['a rate limit', 429, 'host_limited'],
    ['a refused token', 401, 'token_refused'],
  ])('stops immediately after %s', async (_, status, code) => {
    let calls = 0;
    const { blame } = createScriptedSource(() => {
      calls += 1;
      throw hostError({ status, headers: {}, data: '' }, 'acme/tool', now);
    });
    await expect(blame(location, request, access)).rejects.toMatchObject({ code });
    expect(calls).toBe(1);
  });
});
