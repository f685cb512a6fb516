import { parse, Kind, type GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { githubSchema } from './answer-graphql.ts';
import { weighDocument } from './weigh-document.ts';

async function weigh(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(query);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error('The first definition of the query must be an operation.');
  return weighDocument({ schema: await githubSchema(), document, operation, variables });
}

const readErrorType = (error: unknown): unknown => (error as GraphQLError).extensions['type'];

const weighIssues = (args: string): Promise<unknown> =>
  weigh(`{ repository(owner: "a", name: "b") { issues${args} { totalCount } } }`).catch(readErrorType);

/** The worked examples in GitHub's documentation of rate limits: the first for points, the second for nodes. */
const pointsExample = `{
  viewer {
    login
    repositories(first: 100) {
      edges { node { id issues(first: 50) { edges { node { id labels(first: 60) { edges { node { id name } } } } } } } }
    }
  }
}`;
const nodesExample = `{
  viewer {
    repositories(first: 50) {
      edges {
        repository: node {
          pullRequests(first: 20) { edges { node { title comments(first: 10) { edges { node { bodyHTML } } } } } }
          issues(first: 20) { edges { node { title comments(first: 10) { edges { node { bodyHTML } } } } } }
        }
      }
    }
    followers(first: 10) { edges { node { login } } }
  }
}`;

describe('weighDocument', () => {
  it('computes the weights in GitHub’s worked examples', async () => {
    expect((await weigh(pointsExample)).cost).toBe(51);
    expect((await weigh(nodesExample)).nodes).toBe(22_060);
  });

  it('charges at least one point', async () => {
    expect(await weigh('{ viewer { login } }')).toEqual({ cost: 1, nodes: 0 });
  });

  it('resolves variables and fragments', async () => {
    const query = `query Many($n: Int = 7) { repository(owner: "a", name: "b") { ...Listed } }
      fragment Listed on Repository { issues(first: $n) { nodes { comments(last: 3) { totalCount } } } }`;
    expect((await weigh(query)).nodes).toBe(7 + 21);
    expect((await weigh(query, { n: 20 })).nodes).toBe(20 + 60);
  });

  it('requires a limit of at most 100 for every connection', async () => {
    expect(await weighIssues('')).toBe('MISSING_PAGINATION_BOUNDARIES');
    expect(await weighIssues('(states: CLOSED)')).toBe('MISSING_PAGINATION_BOUNDARIES');
    expect(await weighIssues('(first: 101)')).toBe('EXCESSIVE_PAGINATION');
    expect(await weighIssues('(last: 100)')).toMatchObject({ nodes: 100 });
  });

  it('rejects fragments that expand to too many fields', async () => {
    const doubled = Array.from(
      { length: 30 },
      (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
    );
    const bomb = `{ ...F0 } ${doubled.join(' ')} fragment F30 on Query { viewer { login } }`;
    expect(await weigh(bomb).catch(readErrorType)).toBe('MAX_NODE_LIMIT_EXCEEDED');
  });
});
