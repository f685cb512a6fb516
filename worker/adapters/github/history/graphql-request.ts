/**
 * Sends GraphQL requests. Converts errors inside a response of status 200 to AppErrors, and returns partial data together with the error. If
 * GitHub gives up on a page (502, timeout, too many nodes), it requests half as many items, because long discussions make GitHub fail.
 */

import { AppError } from '../../../core/errors.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type { HostBudget } from '../../../ports/history-source.ts';
import type { GitHubResponse, GitHubCalls } from '../api-calls.ts';
import { hostError, invalidResponseError } from '../host-error.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';

interface GraphqlRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the request is about, for error messages. */
  readonly subject: string;
}

export interface GraphqlData {
  readonly repository: GraphNode;
  readonly budget: HostBudget | undefined;
  /** The error for missing data; undefined when the response has no errors. */
  readonly error: AppError | undefined;
}

export type SendGraphql = (request: GraphqlRequest, access: HostAccess) => Promise<GraphqlData>;

/** GitHub allows this many points per hour, and more for some users. Only the remaining points are always reported. */
const defaultLimit = 5_000;

/** @param now milliseconds since 1970 */
export function createGraphqlSender(calls: GitHubCalls, now: () => number): SendGraphql {
  return async ({ document, variables, subject }, access) => {
    const call = { route: 'POST /graphql', parameters: { query: document, variables }, subject };
    const response = await calls.json(call, access);
    const body = graphNode(response?.data);
    if (response === undefined || body === undefined)
      throw invalidResponseError(subject, 'it is not an object');
    const data = body.node('data');
    const repository = data?.node('repository');
    const toError = (): AppError => toGraphqlError(body, response, { subject, now: now() });
    if (repository === undefined) throw toError();
    const error = body.list('errors').length === 0 ? undefined : toError();
    if (error?.code === 'host_limited') throw error;
    return { repository, error, budget: readBudget(data?.node('rateLimit'), response) };
  };
}

function readBudget(rateLimit: GraphNode | undefined, { headers }: GitHubResponse): HostBudget | undefined {
  const [cost, remaining, resetAt] = [
    rateLimit?.number('cost'),
    rateLimit?.number('remaining'),
    rateLimit?.time('resetAt'),
  ];
  if (cost === undefined || remaining === undefined || resetAt === undefined) return undefined;
  const limit = Number(headers['x-ratelimit-limit']);
  return { cost, remaining, resetAt, limit: limit > 0 ? limit : Math.max(defaultLimit, remaining) };
}

/** Error types in GraphQL responses. GitHub does not document all of them. */
const limitTypes: ReadonlySet<string> = new Set(['RATE_LIMITED', 'RATE_LIMIT']);
const refusalStatuses: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
]);

/** Classifies the errors of a response: a rate limit, a query that GitHub gave up on, or a refusal. */
function toGraphqlError(
  body: GraphNode,
  { headers }: GitHubResponse,
  { subject, now }: { readonly subject: string; readonly now: number },
): AppError {
  const errors = body.list('errors');
  const types = errors.map((error) => error.text('type'));
  const message = listMessages([...errors, body])[0] ?? 'no reason given';
  const withStatus = (status: number): AppError =>
    hostError({ status, headers, data: { message } }, subject, now);
  const isLimit = types.some((type) => limitTypes.has(type)) || headers['retry-after'] !== undefined;
  // The message of an error with a type may contain a path, so it is not searched for rate limits.
  const untypedMessages = listMessages([...errors.filter((error) => error.text('type') === ''), body]);
  if (isLimit || untypedMessages.some((text) => /rate limit|abuse detection/i.test(text)))
    return withStatus(429);
  const statuses = types.flatMap((type) => refusalStatuses.get(type) ?? []);
  const isTooHeavy = statuses.length === 0 || statuses.length < types.length;
  return isTooHeavy ? pageTooHeavyError(subject, message) : withStatus(Math.min(...statuses));
}

function listMessages(nodes: readonly GraphNode[]): readonly string[] {
  return nodes.map((node) => node.text('message')).filter((text) => text !== '');
}

function pageTooHeavyError(subject: string, message: string): AppError {
  return new AppError('host_unavailable', `GitHub gave up on a page of ${subject}: ${message.slice(0, 300)}`);
}

/** The default and the minimum number of items per page. */
interface PageSizes {
  readonly defaultSize: number;
  readonly minSize: number;
}

/** A position in the list: GitHub's cursor, and the page size after reductions. */
interface PagePosition {
  readonly size: number;
  readonly after: string | undefined;
}

export function parsePosition(cursor: string | undefined, { defaultSize, minSize }: PageSizes): PagePosition {
  const [, size = '', after = ''] = /^(\d{1,3}):(.*)$/s.exec(cursor ?? '') ?? [];
  if (size === '') return { size: defaultSize, after: undefined };
  return {
    size: Math.min(defaultSize, Math.max(minSize, Number(size))),
    after: after === '' ? undefined : after,
  };
}

export function formatPosition(size: number, after: string): string {
  return `${size}:${after}`;
}

/** @param getList returns the requested list @returns the first complete page, or partial data of the smallest page @throws the smallest page's error */
export async function requestHalving(
  position: PagePosition,
  { minSize }: PageSizes,
  request: (size: number) => Promise<GraphqlData>,
  getList: (data: GraphqlData) => GraphNode | undefined,
): Promise<GraphqlData & { readonly size: number }> {
  for (let size = position.size; ; size = Math.max(minSize, Math.floor(size / 2))) {
    try {
      const data = await request(size);
      if (size <= minSize || isComplete(data, getList(data))) return { ...data, size };
    } catch (error) {
      if (size <= minSize || !isGivenUp(error)) throw error;
    }
  }
}

/** When GitHub runs out of time or resources, it returns null instead of lists, with or without an error. */
function isComplete({ error }: GraphqlData, list: GraphNode | undefined): boolean {
  if (isGivenUp(error)) return false;
  return list === undefined || (list.hasList('nodes') && list.node('pageInfo') !== undefined);
}

/** Whether GitHub gave up on the request, so that a smaller one may succeed. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof AppError && error.code === 'host_unavailable';
}
