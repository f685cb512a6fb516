/**
 * Executes GraphQL calls against GitHub's published schema, so that documents are fully validated. Points are charged before any data is
 * read. An error while reading is returned with HTTP 200 and partial data.
 */

import {
  buildSchema,
  execute,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import type { AnswerGraphQl, ApiCall } from '../answer-api.ts';
import type { Budget, Budgets } from '../budgets.ts';
import { json, type Reply } from '../reply.ts';
import { Problem } from '../rest/problems.ts';
import { mayRead, hashLogin, type State, type Viewer } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import { resolveField, readText, type Arguments, type Fields } from './fields.ts';
import { refuse, formatGraphQlError, unresolved } from './refusals.ts';
import { createScope } from './repository-fields.ts';
import { weighDocument, type ValidatedDocument, type Weight } from './weigh-document.ts';

/** Maximum number of tokens in a document, far more than any real document has. */
const maxTokens = 20_000;

let schemaOnce: Promise<GraphQLSchema> | undefined;

/** Returns GitHub's schema. It is built once, which takes about a second. */
export const githubSchema = (): Promise<GraphQLSchema> => (schemaOnce ??= build());

async function build(): Promise<GraphQLSchema> {
  const { schema } = await import('@octokit/graphql-schema');
  return buildSchema(schema.idl, { assumeValid: true });
}

export function createAnswerGraphQl(state: State, budgets: Budgets): AnswerGraphQl {
  return async (call, viewer) => {
    if (viewer === undefined) throw new Problem(401, 'This endpoint requires you to be authenticated.');
    if (call.method !== 'POST') throw new Problem(404, 'Not Found');
    const request = readBody(call);
    const validated = await validateRequest(request).catch(listErrors);
    if (Array.isArray(validated)) return { reply: errorReply(validated), cost: 0 };
    const weight = weigh(validated, state.limits.nodes);
    if (weight instanceof GraphQLError) return { reply: errorReply([weight]), cost: 0 };
    if (!budgets.spend(viewer, 'graphql', weight.cost))
      return { reply: errorReply([spentBudgetError(viewer)]), cost: 0 };
    const limit = rateLimit(budgets.current(viewer, 'graphql'), weight);
    const result = await execute({
      schema: validated.schema,
      document: validated.document,
      rootValue: rootFields(state, viewer, limit),
      variableValues: validated.variables,
      operationName: validated.operation.name?.value,
      fieldResolver: resolveField,
    });
    const errors = result.errors === undefined ? {} : { errors: result.errors.map(formatGraphQlError) };
    return {
      reply: json({ ...(result.data === undefined ? {} : { data: result.data }), ...errors }),
      cost: weight.cost,
    };
  };
}

const errorReply = (errors: readonly GraphQLError[]): Reply =>
  json({ errors: errors.map(formatGraphQlError) });

const spentBudgetError = (viewer: NonNullable<Viewer>): GraphQLError =>
  refuse('RATE_LIMITED', `API rate limit exceeded for user ID ${hashLogin(viewer.login)}.`);

interface GraphQlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

function readBody(call: ApiCall): GraphQlRequest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(call.body.toString('utf8'));
  } catch {
    throw new Problem(400, 'Problems parsing JSON');
  }
  const body: Readonly<Record<string, unknown>> =
    typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  const { query, variables, operationName } = body;
  return {
    query: typeof query === 'string' ? query : '',
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  };
}

/** @throws GraphQLError, or an AggregateError with several, if the document does not match the schema */
async function validateRequest({
  query,
  variables,
  operationName,
}: GraphQlRequest): Promise<ValidatedDocument> {
  if (query === '') throw new GraphQLError('A query attribute must be specified and must be a string.');
  const schema = await githubSchema();
  const document = parse(query, { maxTokens });
  const errors = validate(schema, document);
  if (errors.length > 0) throw new AggregateError(errors);
  return { schema, document, variables, operation: findOperation(document, operationName) };
}

function findOperation(document: DocumentNode, name: string | undefined): ValidatedDocument['operation'] {
  const operations = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  const operation =
    name === undefined ? operations[0] : operations.find((candidate) => candidate.name?.value === name);
  if (operation === undefined) throw new GraphQLError('No operation named');
  if (operation.operation !== 'query') throw refuse('FORBIDDEN', 'This server is read-only.');
  return operation;
}

function listErrors(error: unknown): GraphQLError[] {
  if (error instanceof GraphQLError) return [error];
  if (error instanceof AggregateError)
    return error.errors.flatMap((inner: unknown) => (inner instanceof GraphQLError ? [inner] : []));
  throw error;
}

function weigh(validated: ValidatedDocument, maxNodes: number): Weight | GraphQLError {
  try {
    const weight = weighDocument(validated);
    if (weight.nodes <= maxNodes) return weight;
    const [requested, max] = [weight.nodes, maxNodes].map((number) => number.toLocaleString('en-US'));
    const message = `This query requests up to ${requested} possible nodes which exceeds the maximum limit of ${max}.`;
    return refuse('MAX_NODE_LIMIT_EXCEEDED', message);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

const rateLimit = ({ limit, remaining, used, reset }: Budget, { cost, nodes }: Weight): Fields => ({
  cost,
  limit,
  remaining,
  used,
  nodeCount: nodes,
  resetAt: `${new Date(reset * 1000).toISOString().slice(0, 19)}Z`,
});

function rootFields(state: State, viewer: NonNullable<Viewer>, limit: Fields): Fields {
  return {
    viewer: actorFields(viewer.login),
    rateLimit: limit,
    repository: (args: Arguments) => {
      const [owner, name] = [readText(args, 'owner') ?? '', readText(args, 'name') ?? ''];
      const found = state.find(owner, name);
      const isFollowed = found?.isFormerName !== true || args['followRenames'] !== false;
      if (found === undefined || !isFollowed || !mayRead(found.hosted, viewer))
        throw unresolved('a Repository', `name '${owner}/${name}'`);
      return createScope(found.hosted, viewer).repository();
    },
  };
}
