/**
 * One call of GraphQL: what GitHub refuses inside an answer of status 200 as an error of ours, and what it tells in part as what it is. A page
 * it gives up on (502, time-out, too many nodes) is asked for again at half its size: GitHub's habit with long discussions.
 */

import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HostBudget } from '../../ports/history-source.ts';
import type { Answer, GitHubCalls } from './calls.ts';
import { hostError, unreadable } from './host-error.ts';
import { graphNode, type GraphNode } from './history-source-node.ts';

export interface Asked {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What is asked about: for messages. */
  readonly subject: string;
}

export interface Told {
  readonly repository: GraphNode;
  readonly budget: HostBudget | undefined;
  /** Errors beside what is told. */
  readonly errors: number;
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
    const errors = body.list('errors');
    const data = body.node('data');
    const repository = data?.node('repository');
    if (repository === undefined) throw refusalOf(errors, answer, { subject, now: now() });
    return { repository, errors: errors.length, budget: budgetOf(data?.node('rateLimit'), answer) };
  };
}

function budgetOf(told: GraphNode | undefined, { headers }: Answer): HostBudget | undefined {
  const [cost, remaining, resetAt] = [told?.number('cost'), told?.number('remaining'), told?.time('resetAt')];
  if (cost === undefined || remaining === undefined || resetAt === undefined) return undefined;
  const limit = Number(headers['x-ratelimit-limit']);
  return { cost, remaining, resetAt, limit: limit > 0 ? limit : Math.max(usualLimit, remaining) };
}

/** Nothing was told at all: why. */
function refusalOf(
  errors: readonly GraphNode[],
  { headers }: Answer,
  { subject, now }: { readonly subject: string; readonly now: number },
): AppError {
  const types = new Set(errors.map((error) => error.text('type')));
  const message = errors[0]?.text('message') ?? 'it tells nothing';
  const as = (status: number): AppError => hostError({ status, headers, data: { message } }, subject, now);
  if (types.has('RATE_LIMITED')) return as(429);
  if (types.has('MAX_NODE_LIMIT_EXCEEDED')) return heavy(subject, message);
  if (types.has('FORBIDDEN') || types.has('INSUFFICIENT_SCOPES')) return as(403);
  if (types.has('NOT_FOUND')) return as(404);
  return heavy(subject, message);
}

function heavy(subject: string, message: string): AppError {
  return new AppError('host_unavailable', `GitHub gave up on a page of ${subject}: ${message.slice(0, 300)}`);
}

/** Items of a page when nothing is known against it, and the fewest that are asked for. */
export interface PageSizes {
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

/** @throws what the smallest page failed with */
export async function askHalving(
  place: Place,
  { least }: PageSizes,
  ask: (size: number) => Promise<Told>,
): Promise<Told & { readonly size: number }> {
  for (let size = place.size; ; size = Math.max(least, Math.floor(size / 2))) {
    try {
      return { ...(await ask(size)), size };
    } catch (error) {
      if (size <= least || !(error instanceof AppError) || error.code !== 'host_unavailable') throw error;
    }
  }
}
