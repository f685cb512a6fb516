/**
 * One call of GraphQL: what GitHub refuses inside an answer of status 200 as an error of ours, and what it tells in part as what it is. A page
 * it gives up on (502, time-out, too many nodes) is asked for again at half its size: GitHub's habit with long discussions.
 */

import { AppError } from '../../../core/errors.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type { HostBudget } from '../../../ports/history-source.ts';
import type { Answer, GitHubCalls } from '../api-calls.ts';
import { hostError, unreadable } from '../host-error.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';

export interface Asked {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What is asked about: for messages. */
  readonly subject: string;
}

export interface Told {
  readonly repository: GraphNode;
  readonly budget: HostBudget | undefined;
  /** What the errors beside what is told say; undefined where there are none. */
  readonly refused: AppError | undefined;
}

export type AskGraphql = (asked: Asked, access: HostAccess) => Promise<Told>;

/** GitHub allows so many points an hour, and more to some; only the rest is told for sure. */
const usualLimit = 5_000;

/** @param now milliseconds since 1970 */
export function createAskGraphql(calls: GitHubCalls, now: () => number): AskGraphql {
  return async ({ document, variables, subject }, access) => {
    const call = { route: 'POST /graphql', parameters: { query: document, variables }, subject };
    const answer = await calls.json(call, access);
    const body = graphNode(answer?.data);
    if (answer === undefined || body === undefined) throw unreadable(subject, 'it is no object');
    const data = body.node('data');
    const repository = data?.node('repository');
    const why = (): AppError => refusalOf(body, answer, { subject, now: now() });
    if (repository === undefined) throw why();
    const refused = body.list('errors').length === 0 ? undefined : why();
    if (refused?.code === 'host_limited') throw refused;
    return { repository, refused, budget: budgetOf(data?.node('rateLimit'), answer) };
  };
}

function budgetOf(told: GraphNode | undefined, { headers }: Answer): HostBudget | undefined {
  const [cost, remaining, resetAt] = [told?.number('cost'), told?.number('remaining'), told?.time('resetAt')];
  if (cost === undefined || remaining === undefined || resetAt === undefined) return undefined;
  const limit = Number(headers['x-ratelimit-limit']);
  return { cost, remaining, resetAt, limit: limit > 0 ? limit : Math.max(usualLimit, remaining) };
}

/** What GitHub says of a query it has answered: not every type it sends is one it documents. */
const limits: ReadonlySet<string> = new Set(['RATE_LIMITED', 'RATE_LIMIT']);
const refusals: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
]);

/** Why something was not told: a limit, what GitHub gave up on, or else what it refuses. */
function refusalOf(
  body: GraphNode,
  { headers }: Answer,
  { subject, now }: { readonly subject: string; readonly now: number },
): AppError {
  const errors = body.list('errors');
  const types = errors.map((error) => error.text('type'));
  const message = wordsOf([...errors, body])[0] ?? 'it tells nothing';
  const as = (status: number): AppError => hostError({ status, headers, data: { message } }, subject, now);
  const isLimit = types.some((type) => limits.has(type)) || headers['retry-after'] !== undefined;
  // Words of an error with a type may be those of a path.
  const untyped = wordsOf([...errors.filter((error) => error.text('type') === ''), body]);
  if (isLimit || untyped.some((text) => /rate limit|abuse detection/i.test(text))) return as(429);
  const statuses = types.flatMap((type) => refusals.get(type) ?? []);
  const isGivenUp = statuses.length === 0 || statuses.length < types.length;
  return isGivenUp ? heavy(subject, message) : as(Math.min(...statuses));
}

function wordsOf(nodes: readonly GraphNode[]): readonly string[] {
  return nodes.map((one) => one.text('message')).filter((text) => text !== '');
}

function heavy(subject: string, message: string): AppError {
  return new AppError('host_unavailable', `GitHub gave up on a page of ${subject}: ${message.slice(0, 300)}`);
}

/** Items of a page when nothing is known against it, and the fewest that are asked for. */
interface PageSizes {
  readonly usual: number;
  readonly least: number;
}

/** A cursor of ours: GitHub's own, and the size pages have come down to. */
export interface Place {
  readonly size: number;
  readonly after: string | undefined;
}

export function readPlace(cursor: string | undefined, { usual, least }: PageSizes): Place {
  const [, size = '', after = ''] = /^(\d{1,3}):(.*)$/s.exec(cursor ?? '') ?? [];
  if (size === '') return { size: usual, after: undefined };
  return { size: Math.min(usual, Math.max(least, Number(size))), after: after === '' ? undefined : after };
}

export function writePlace(size: number, after: string): string {
  return `${size}:${after}`;
}

/** @param listOf what a page is of @throws what the smallest page failed with; of one told in part there is what came */
export async function askHalving(
  place: Place,
  { least }: PageSizes,
  ask: (size: number) => Promise<Told>,
  listOf: (told: Told) => GraphNode | undefined,
): Promise<Told & { readonly size: number }> {
  for (let size = place.size; ; size = Math.max(least, Math.floor(size / 2))) {
    try {
      const told = await ask(size);
      if (size <= least || isWhole(told, listOf(told))) return { ...told, size };
    } catch (error) {
      if (size <= least || !isGivenUp(error)) throw error;
    }
  }
}

/** Where GitHub runs out of time or means it tells null in place of lists, beside an error or without a word. */
function isWhole({ refused }: Told, list: GraphNode | undefined): boolean {
  if (isGivenUp(refused)) return false;
  return list === undefined || (list.hasList('nodes') && list.node('pageInfo') !== undefined);
}

/** Whether GitHub gave up on what it was asked for: less may go well. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof AppError && error.code === 'host_unavailable';
}
