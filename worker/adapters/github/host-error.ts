/**
 * Every refusal and failure of the host as an error of ours: the one place that reads statuses, limits and messages. Nothing of the
 * request is kept, since a token is part of it. https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */

import { AppError } from '../../core/errors.ts';

/** What came back, as far as it did: none of it where the connection failed. */
interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

const toldCharacters = 300;
/** Without a time of its own: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api. */
const usualWaitMs = 60_000;
const shortestWaitMs = 1_000;
/** Budgets last an hour; a header that says otherwise is not waited for. */
const longestWaitMs = 2 * 3_600_000;

/** @param subject what was asked about, for a person: `acme/tool` */
export function hostError(answer: HostAnswer, subject: string, now: number): AppError {
  const said = messageOf(answer.data);
  const { status } = answer;
  if (status === 401) return new AppError('token_refused', `GitHub refused the token: ${said}`, told(answer));
  if (status === 403 || status === 429) return refusalOf(answer, subject, now);
  if (status === 404 || status === 410)
    return new AppError(
      'source_not_found',
      `GitHub knows no ${subject}, or may not tell of it.`,
      told(answer),
    );
  if (status === 409)
    return new AppError('archive_empty', `GitHub says of ${subject}: ${said}`, told(answer));
  if (status === 451)
    return new AppError('source_forbidden', `GitHub does not give ${subject} out: ${said}`, told(answer));
  if (status === 422)
    return new AppError('ref_not_found', `GitHub knows no such state of ${subject}: ${said}`, told(answer));
  if (status >= 500 || status < 400)
    return new AppError('host_unavailable', `GitHub answered ${status} about ${subject}.`, {
      details: { status },
    });
  return new AppError('internal', `GitHub answered ${status} about ${subject}: ${said}`);
}

/** No answer: the connection failed, or took too long. */
export function noAnswer(subject: string, cause: unknown): AppError {
  const name = cause instanceof Error ? cause.name : 'Error';
  const why =
    name === 'TimeoutError' || name === 'AbortError' ? 'in time' : 'at all: no connection could be made';
  return new AppError('host_unavailable', `GitHub did not answer about ${subject} ${why}.`);
}

/** An answer that is not what its description says: a page of HTML, JSON that is cut off. */
export function unreadable(subject: string, what: string): AppError {
  return new AppError('host_unavailable', `GitHub’s answer about ${subject} cannot be read: ${what}.`);
}

/** 403 says several things: too many calls, too fast, blocked, not signed on, or a right that lacks. */
function refusalOf(answer: HostAnswer, subject: string, now: number): AppError {
  const said = messageOf(answer.data);
  const retryAt = retryAtOf(answer, now);
  const isLimit = answer.status === 429 || /rate limit|abuse detection/i.test(said);
  if (retryAt !== undefined || isLimit) {
    const at = Math.min(Math.max(retryAt ?? now + usualWaitMs, now + shortestWaitMs), now + longestWaitMs);
    return new AppError('host_limited', `GitHub takes no more calls until ${new Date(at).toISOString()}.`, {
      details: { retryAt: at, host: 'github.com' },
    });
  }
  const isSignOn = answer.headers['x-github-sso'] !== undefined;
  const why = isSignOn ? 'its organisation asks for single sign-on: authorise the token for it' : said;
  return new AppError('source_forbidden', `GitHub does not give ${subject} out: ${why}`, told(answer));
}

/** Undefined where the headers speak of no limit. */
function retryAtOf({ headers }: HostAnswer, now: number): number | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) {
    const seconds = Number(after);
    const at = Number.isFinite(seconds) ? now + seconds * 1_000 : Date.parse(String(after));
    return Number.isFinite(at) ? at : now + usualWaitMs;
  }
  if (String(headers['x-ratelimit-remaining']) !== '0') return undefined;
  const reset = Number(headers['x-ratelimit-reset']);
  return Number.isFinite(reset) && reset > 0 ? reset * 1_000 : now + usualWaitMs;
}

function messageOf(data: unknown): string {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  const plain = typeof message === 'string' ? message.replace(/\p{Cc}+/gu, ' ') : 'it does not say why';
  return plain.slice(0, toldCharacters);
}

function told({ status, data }: HostAnswer): { details: Record<string, unknown> } {
  const block = typeof data === 'object' && data !== null && 'block' in data ? data.block : undefined;
  const reason = typeof block === 'object' && block !== null && 'reason' in block ? block.reason : undefined;
  return { details: { status, said: messageOf(data), ...(typeof reason === 'string' ? { reason } : {}) } };
}
