/**
 * Answers one REST or GraphQL call: authenticates the caller, charges the rate limit budget, and replies 304 if the caller already has the
 * current reply. GitHub's rules: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api
 */

import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { budgetHeaders, type Budgets, type Resource } from './budgets.ts';
import { json, type Reply } from './reply.ts';
import type { AnswerRest } from './rest/answer-rest.ts';
import { badCredentials, notFound, Problem, spentBudget } from './rest/problems.ts';
import { hashLogin, type State, type Viewer } from './state.ts';

export interface ApiCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface AnsweredCall {
  readonly reply: Reply;
  readonly viewer: Viewer;
  readonly cost?: number;
}

/** Answers a GraphQL call and charges its cost to the budget. */
export type AnswerGraphQl = (call: ApiCall, viewer: Viewer) => Promise<{ reply: Reply; cost: number }>;

export interface ApiParts {
  readonly state: State;
  readonly budgets: Budgets;
  readonly answerRest: AnswerRest;
  readonly answerGraphQl: AnswerGraphQl;
}

/** Never throws: a rejected call also gets a reply. */
export async function answerApi(parts: ApiParts, call: ApiCall): Promise<AnsweredCall> {
  const { state, budgets } = parts;
  const resource = getResource(call.url.pathname);
  let viewer: Viewer;
  let cost: number | undefined;
  let reply: Reply;
  try {
    if (call.headers['user-agent'] === undefined) throw missingUserAgent();
    viewer = authenticate(state, call.headers.authorization);
    if (resource === 'graphql') ({ reply, cost } = await parts.answerGraphQl(call, viewer));
    else reply = await answerWithinBudget(parts, call, viewer);
  } catch (error) {
    reply = formatError(error);
  }
  const headers = {
    ...budgetHeaders(budgets.current(viewer, resource)),
    'x-github-request-id': randomUUID().toUpperCase().replaceAll('-', ':').slice(0, 34),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': '2022-11-28',
    vary: 'Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With',
  };
  const answeredCall = { reply: { ...reply, headers: { ...headers, ...reply.headers } }, viewer };
  return cost === undefined ? answeredCall : { ...answeredCall, cost };
}

function getResource(path: string): Resource {
  if (path === '/graphql') return 'graphql';
  return path === '/search/code' ? 'code_search' : 'core';
}

function authenticate(state: State, authorization: string | undefined): Viewer {
  if (authorization === undefined) return undefined;
  const token = /^(?:bearer|token) +(\S+)$/i.exec(authorization.trim())?.[1];
  const viewer = token === undefined ? undefined : state.getViewer(token);
  if (viewer === undefined) throw badCredentials();
  return viewer;
}

/** Answers a REST call within the budget. A 304 reply costs an authenticated caller nothing. */
async function answerWithinBudget(parts: ApiParts, call: ApiCall, viewer: Viewer): Promise<Reply> {
  const { url, method, headers } = call;
  if (method !== 'GET' && method !== 'HEAD') throw notFound();
  const resource = getResource(url.pathname);
  const isFree = url.pathname === '/rate_limit' || (resource === 'code_search' && viewer === undefined);
  if (!isFree && parts.budgets.current(viewer, resource).remaining === 0)
    throw spentBudget(viewer === undefined ? '127.0.0.1' : `user ID ${hashLogin(viewer.login)}`);
  const charge = (): boolean => isFree || parts.budgets.spend(viewer, resource, 1);
  try {
    const reply = withEtag(await parts.answerRest({ url, viewer, accept: headers.accept ?? '' }));
    const isUnchanged =
      reply.status === 200 && matchesEtag(headers['if-none-match'], reply.headers['etag'] ?? '');
    if (!isUnchanged || viewer === undefined) charge();
    return isUnchanged ? { ...reply, status: 304, body: undefined } : reply;
  } catch (error) {
    charge();
    throw error;
  }
}

function withEtag(reply: Reply): Reply {
  if (reply.status !== 200 || !(reply.body instanceof Uint8Array) || reply.headers['etag'] !== undefined)
    return reply;
  const etag = `W/"${createHash('sha256').update(reply.body).digest('hex')}"`;
  return {
    ...reply,
    headers: { ...reply.headers, etag, 'cache-control': 'public, max-age=60, s-maxage=60' },
  };
}

/** Compares ETags weakly (RFC 9110, 13.1.2). */
function matchesEtag(requested: string | undefined, etag: string): boolean {
  return (
    requested?.split(',').some((candidate) => stripWeakPrefix(candidate) === stripWeakPrefix(etag)) ?? false
  );
}

const stripWeakPrefix = (etag: string): string => etag.trim().replace(/^W\//, '');

const missingUserAgent = (): Problem =>
  new Problem(
    403,
    'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
  );

/** Formats an error as a reply. Any error but a `Problem` is a defect of this server, so its stack goes into the reply, where a test shows it. */
export function formatError(error: unknown): Reply {
  if (error instanceof Problem) return json(error.body, error.headers, error.status);
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return json({ message: `The GitHub on loopback failed: ${message}` }, {}, 500);
}
