/** Errors to problem details (RFC 9457). What we did not foresee is logged whole and told without its insides. */

import { AppError, toAppError } from '../core/errors.ts';
import type { Problem } from '../contract/problem.ts';

/** The framework's own refusals (a body that is no JSON, a content type no route takes) are the caller's mistakes. */
function fromFramework(thrown: unknown, { req }: RespondingContext): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  if (!('status' in thrown) || typeof thrown.status !== 'number') return thrown;
  if (thrown.status === 415) {
    return new AppError(
      'unsupported_media_type',
      `The content type is ${JSON.stringify(req.header('content-type') ?? '')}, which this route does not take.`,
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
    /** With the signal that is aborted when the client closes the connection. */
    readonly raw?: Pick<Request, 'signal'>;
    header(name: string): string | undefined;
  };
  get(key: 'requestId'): string;
}

/** What the runtime throws from a body whose client has gone. Calls to databases, objects and hosts throw errors with a code. */
const bodyInterrupted = 'Network connection lost.';

/** A client that goes away is no failure of ours. */
function fromClosing(thrown: unknown, { req }: RespondingContext): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  const hasGone = req.raw?.signal.aborted === true || (hasBody && thrown.message === bodyInterrupted);
  if (!hasGone) return thrown;
  return new AppError('client_closed_request', `The connection was closed: ${thrown.message}`, {
    cause: thrown,
  });
}

export function onError(thrown: Error, context: RespondingContext): Response {
  const problem = problemOf(thrown, context);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': problem.requestId },
  });
}

/** What an error is told as; one of ours is logged besides. */
export function problemOf(thrown: unknown, context: RespondingContext): Problem {
  const error = toAppError(fromClosing(fromFramework(thrown, context), context));
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
  const unforeseen = error.code === 'internal';
  return {
    type: `https://wherefore.dev/problems/${error.code}`,
    title: error.title,
    status: error.status,
    detail: unforeseen ? 'The server met something it did not expect.' : error.message,
    code: error.code,
    fix: error.fix,
    requestId,
    ...(unforeseen || Object.keys(error.details).length === 0 ? {} : { details: { ...error.details } }),
  };
}
