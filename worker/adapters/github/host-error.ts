/**
 * Converts GitHub's error responses and failed connections to AppErrors. No other file interprets statuses, limits and messages. Errors contain
 * no part of the request, because the request may contain a token. https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */

import { AppError } from '../../core/errors.ts';

interface HostResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

const maxShownCharacters = 300;
/** The wait when GitHub states none: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api. */
const defaultWaitMs = 60_000;
const minWaitMs = 1_000;
/** Rate limits reset every hour, so a longer wait in a header is shortened to this. */
const maxWaitMs = 2 * 3_600_000;

/** @param subject what the request was about, such as `acme/tool`, for the message */
export function hostError(answer: HostResponse, subject: string, now: number): AppError {
  const message = readMessage(answer.data);
  const { status } = answer;
  if (status === 401)
    return new AppError('token_refused', `GitHub refused the token: ${message}`, errorDetails(answer));
  if (status === 403 || status === 429) return toRefusal(answer, subject, now);
  if (status === 404 || status === 410)
    return new AppError(
      'source_not_found',
      `GitHub has no ${subject}, or the token may not read it.`,
      errorDetails(answer),
    );
  if (status === 409)
    return new AppError('archive_empty', `GitHub reports for ${subject}: ${message}`, errorDetails(answer));
  if (status === 451)
    return new AppError(
      'source_forbidden',
      `GitHub refuses access to ${subject}: ${message}`,
      errorDetails(answer),
    );
  if (status === 422)
    return new AppError(
      'ref_not_found',
      `GitHub has no such branch, tag or commit of ${subject}: ${message}`,
      errorDetails(answer),
    );
  if (status >= 500 || status < 400)
    return new AppError('host_unavailable', `GitHub answered ${status} about ${subject}.`, {
      details: { status },
    });
  return new AppError('internal', `GitHub answered ${status} about ${subject}: ${message}`);
}

/** Creates the error for a connection that failed or timed out. */
export function noAnswerError(subject: string, cause: unknown): AppError {
  const name = cause instanceof Error ? cause.name : 'Error';
  const reason =
    name === 'TimeoutError' || name === 'AbortError' ? 'in time' : 'because no connection could be made';
  return new AppError('host_unavailable', `GitHub did not answer the request for ${subject} ${reason}.`);
}

/** Creates the error for a response that does not match the API's documentation, such as a page of HTML or incomplete JSON. */
export function invalidResponseError(subject: string, problem: string): AppError {
  return new AppError('host_unavailable', `GitHub’s response for ${subject} is not valid: ${problem}.`);
}

/** Status 403 has several causes: a rate limit, a blocked repository, missing single sign-on, or a missing permission. */
function toRefusal(answer: HostResponse, subject: string, now: number): AppError {
  const message = readMessage(answer.data);
  const retryAt = readRetryTime(answer, now);
  const isLimit = answer.status === 429 || /rate limit|abuse detection/i.test(message);
  if (retryAt !== undefined || isLimit) {
    const retryTime = Math.min(Math.max(retryAt ?? now + defaultWaitMs, now + minWaitMs), now + maxWaitMs);
    return new AppError(
      'host_limited',
      `GitHub’s rate limit is used up until ${new Date(retryTime).toISOString()}.`,
      {
        details: { retryAt: retryTime, host: 'github.com' },
      },
    );
  }
  const isSignOn = answer.headers['x-github-sso'] !== undefined;
  const reason = isSignOn ? 'its organization requires single sign-on. Authorize the token for it' : message;
  return new AppError(
    'source_forbidden',
    `GitHub refuses access to ${subject}: ${reason}`,
    errorDetails(answer),
  );
}

/** @returns undefined when the headers state no limit */
function readRetryTime({ headers }: HostResponse, now: number): number | undefined {
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) {
    const seconds = Number(retryAfter);
    const retryTime = Number.isFinite(seconds) ? now + seconds * 1_000 : Date.parse(String(retryAfter));
    return Number.isFinite(retryTime) ? retryTime : now + defaultWaitMs;
  }
  if (String(headers['x-ratelimit-remaining']) !== '0') return undefined;
  const reset = Number(headers['x-ratelimit-reset']);
  return Number.isFinite(reset) && reset > 0 ? reset * 1_000 : now + defaultWaitMs;
}

function readMessage(data: unknown): string {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  const text = typeof message === 'string' ? message.replace(/\p{Cc}+/gu, ' ') : 'no reason given';
  return text.slice(0, maxShownCharacters);
}

function errorDetails({ status, data }: HostResponse): { details: Record<string, unknown> } {
  const block = typeof data === 'object' && data !== null && 'block' in data ? data.block : undefined;
  const reason = typeof block === 'object' && block !== null && 'reason' in block ? block.reason : undefined;
  return {
    details: { status, message: readMessage(data), ...(typeof reason === 'string' ? { reason } : {}) },
  };
}
