/** Errors to problem details (RFC 9457). What we did not foresee is logged whole and told without its insides. */

import { AppError, toAppError } from '../core/errors.ts';
import type { Problem } from '../contract/problem.ts';

/** The framework's own refusals (a body that is no JSON, a content type no route takes) are the caller's mistakes. */
function fromFramework(thrown: Error): Error {
  if (thrown instanceof AppError || !('status' in thrown) || typeof thrown.status !== 'number') return thrown;
  if (thrown.status === 415) {
    return new AppError(
      'unsupported_media_type',
      'The request names no content type that this route takes.',
      { cause: thrown },
    );
  }
  if (thrown.status < 400 || thrown.status >= 500) return thrown;
  return new AppError('invalid_request', `${thrown.message.replace(/\.$/, '')}.`, { cause: thrown });
}

interface RespondingContext {
  readonly req: { readonly method: string; readonly path: string };
  get(key: 'requestId'): string;
}

export function onError(thrown: Error, context: RespondingContext): Response {
  const error = toAppError(fromFramework(thrown));
  const requestId = context.get('requestId') ?? '';
  const unforeseen = error.code === 'internal';
  if (error.status >= 500) {
    const { message, stack } = thrown;
    // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
    console.error(
      JSON.stringify({
        event: 'request failed',
        requestId,
        method: context.req.method,
        path: context.req.path,
        message,
        stack,
      }),
    );
  }
  const problem: Problem = {
    type: `https://wherefore.dev/problems/${error.code}`,
    title: error.title,
    status: error.status,
    detail: unforeseen ? 'The server met something it did not expect.' : error.message,
    code: error.code,
    fix: error.fix,
    requestId,
    ...(unforeseen || Object.keys(error.details).length === 0 ? {} : { details: { ...error.details } }),
  };
  return new Response(JSON.stringify(problem), {
    status: error.status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': requestId },
  });
}
