/** Converts errors to problem details (RFC 9457). Unexpected errors are logged in full, but their content is not sent. */

import { AppError, toAppError } from '../core/errors.ts';
import { unseenErrors } from '../contract/document/errors.ts';
import type { Problem } from '../contract/problem.ts';
import type { RouteFacts } from './context.ts';

/** The framework's own errors (invalid JSON, an unsupported content type) are the caller's mistakes. */
function convertFrameworkError(thrown: unknown, { req }: RespondingContext): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  if (!('status' in thrown) || typeof thrown.status !== 'number') return thrown;
  if (thrown.status === 415) {
    return new AppError(
      'unsupported_media_type',
      `The content type is ${JSON.stringify(req.header('content-type') ?? '')}, which this route does not accept.`,
      { cause: thrown },
    );
  }
  if (thrown.status < 400 || thrown.status >= 500) return thrown;
  return new AppError('invalid_request', `${thrown.message.replace(/\.$/, '')}.`, { cause: thrown });
}

interface RespondingContext {
  readonly req: {
    readonly method: string;
    readonly path: string;

    readonly raw?: Pick<Request, 'signal'>;
    header(name: string): string | undefined;
  };
  get(key: 'requestId'): string;
  readonly var?: { readonly route?: Pick<RouteFacts, 'name' | 'errors'> | undefined };
}

/** The runtime's error for a body whose client has disconnected. Calls to databases, objects and hosts throw errors with a code. */
const bodyInterrupted = 'Network connection lost.';

/** A client's disconnect is not a server error. */
function convertDisconnect(thrown: unknown, { req }: RespondingContext): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  const hasGone = req.raw?.signal.aborted === true || (hasBody && thrown.message === bodyInterrupted);
  if (!hasGone) return thrown;
  return new AppError('client_closed_request', `The connection was closed: ${thrown.message}`, {
    cause: thrown,
  });
}

export function onError(thrown: Error, context: RespondingContext): Response {
  const problem = reportProblem(thrown, context);
  reportUndeclared(problem, context);
  const retryAfter = problem.details?.['retryAfter'];
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': problem.requestId,
      ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
    },
  });
}

/** A code that the contract does not list for its route is a mistake in the contract, so a test that causes one fails. */
function reportUndeclared({ code, requestId }: Problem, context: RespondingContext): void {
  const route = context.var?.route;
  if (route === undefined || route.errors.includes(code) || unseenErrors.some((unseen) => unseen === code))
    return;
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.error(JSON.stringify({ event: 'undeclared problem', requestId, code, route: route.name }));
}

/** The problem details of an error; server errors are also logged. */
export function reportProblem(thrown: unknown, context: RespondingContext): Problem {
  const error = toAppError(convertDisconnect(convertFrameworkError(thrown, context), context));
  const requestId = context.get('requestId') ?? '';
  if (error.status >= 500) {
    const { message, stack } = thrown instanceof Error ? thrown : error;
    const { method, path } = context.req;
    const logged = { event: 'request failed', requestId, method, path, message, stack };
    // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
    console.error(JSON.stringify(logged));
  }
  if (error.code === 'client_closed_request') {
    const { method, path } = context.req;
    // oxlint-disable-next-line no-console -- as above; without a stack, since nothing of ours failed
    console.log(JSON.stringify({ event: 'client closed request', requestId, method, path }));
  }
  return toProblem(error, requestId);
}

export function toProblem(error: AppError, requestId: string): Problem {
  const isUnexpected = error.code === 'internal';
  return {
    type: `https://wherefore.dev/problems/${error.code}`,
    title: error.title,
    status: error.status,
    detail: isUnexpected ? 'The server encountered an unexpected error.' : error.message,
    code: error.code,
    fix: error.fix,
    requestId,
    ...(isUnexpected || Object.keys(error.details).length === 0 ? {} : { details: { ...error.details } }),
  };
}
